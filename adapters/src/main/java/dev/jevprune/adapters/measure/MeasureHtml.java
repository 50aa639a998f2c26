package dev.jevprune.adapters.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The report as one page: no other file, no network. Every figure is one of the JSON's and says
 * which by {@code data-path}.
 */
final class MeasureHtml {
  private static final int SHOWN_SESSIONS = 6;
  private static final List<String> CLASSES = List.of("stale", "superseded", "fresh");
  private static final List<String> SIZES = List.of("bytes", "tokens");

  private final MeasureReport report;
  private final Pointers data;
  private final Markup out = new Markup();

  MeasureHtml(MeasureReport report) {
    this.report = report;
    this.data = new Pointers(report.tree());
  }

  String page() {
    out.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        .raw(" style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
        .raw("<title>Jev Prune: what pruning would have been worth</title>\n<style>\n")
        .raw(resource("report.css"))
        .raw("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the figures</a>\n");
    header();
    out.raw("<main id=\"main\">\n");
    waterfalls();
    SessionTable sessions = new SessionTable(report, data, out);
    contexts(sessions.bySize());
    shares();
    bill();
    tools();
    sessions.write();
    out.raw("</main>\n<footer><p>" + Pointers.escape(pricesLine()) + "</p></footer>\n")
        .raw("<script>\n" + resource("report.js") + "</script>\n</body>\n</html>\n");
    return out.toString();
  }

  private static String resource(String name) {
    try (InputStream in = MeasureHtml.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar: build it again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String pricesLine() {
    return "Tokens: "
        + data.text("/tokens")
        + "; Claude models count 15 to 60 % more on code. List prices of "
        + data.text("/prices/date")
        + ": "
        + data.text("/prices/source")
        + ".";
  }

  private void header() {
    int sessions = report.files().stream().mapToInt(file -> file.sessions.size()).sum();
    out.raw("<header>\n<h1>What pruning would have been worth</h1>\n")
        .muted(
            report.readable()
                + (report.readable() == 1 ? " file, " : " files, ")
                + sessions
                + (sessions == 1 ? " session" : " sessions")
                + ". Negative figures are losses.")
        .raw("<ul class=\"tiles\">\n");
    tile(data.count("/total/counts/calls"), "calls");
    tile(data.count("/total/counts/reads"), "reads");
    tile(data.count("/total/counts/edits"), "edits");
    tile(data.count("/total/requests/count"), "requests");
    tile(data.count("/total/requests/cold"), "of them with a cold cache");
    tile(data.count("/total/requests/prompt_tokens"), "tokens sent (estimate)");
    if (data.isKnown("/total/requests/usd_input")) {
      tile(data.usd("/total/requests/usd_input"), "for that input (estimate)");
    }
    out.raw("</ul>\n</header>\n");
  }

  private void tile(String figure, String label) {
    out.raw("<li><span class=\"figure\">" + figure + "</span> ")
        .raw("<span class=\"label\">" + label + "</span></li>\n");
  }

  private void waterfalls() {
    out.section("net", "From gross to net")
        .muted(
            "What each way of pruning would have saved, less what the prompt cache is written anew"
                + " for.")
        .raw("<div class=\"grid charts\">\n");
    for (Policy policy : Policy.values()) {
      String place = "/total/policies/" + policy.wireName();
      out.figure(policy.title(), WaterfallChart.of(data, place, policy.title()));
    }
    out.raw("</div>\n")
        .table(
            "Policies",
            "The same in figures. Unique counts a body once, however many requests lack it.",
            List.of(
                "policy",
                "bodies",
                "unique tokens",
                "gross tokens",
                "written anew",
                "gross",
                "written anew",
                "net",
                "requests an edit needed",
                "and had"));
    for (Policy policy : Policy.values()) {
      String place = "/total/policies/" + policy.wireName();
      List<String> cells = new ArrayList<>();
      for (String count : List.of("bodies", "unique_tokens", "gross_tokens", "reanchored_tokens")) {
        cells.add(data.count(place + "/" + count));
      }
      for (String amount : List.of("usd_gross", "usd_reanchor", "usd_net")) {
        cells.add(data.usd(place + "/" + amount));
      }
      cells.add(data.count(place + "/needed_requests"));
      cells.add(data.count(place + "/later_requests"));
      out.row(policy.title(), cells);
    }
    out.endTable().endSection();
  }

  private void contexts(List<SessionTable.Named> all) {
    List<SessionTable.Named> sessions =
        all.stream()
            .filter(s -> data.number(s.place() + "/requests/count") > 1)
            .limit(SHOWN_SESSIONS)
            .toList();
    if (sessions.isEmpty()) {
      return;
    }
    out.section("context", "How the context grew")
        .muted("Estimated tokens of each request, for the sessions that sent most.")
        .raw("<ul class=\"legend\">")
        .legend(line(0), "nothing left out");
    int series = 1;
    for (Policy policy : Policy.values()) {
      out.legend(line(series++), policy.title());
    }
    out.raw("</ul>\n<div class=\"grid wide charts\">\n");
    for (SessionTable.Named session : sessions) {
      out.figure(
          Pointers.escape(session.name()), ContextChart.of(data, session.place(), session.name()));
    }
    out.raw("</div>\n").endSection();
  }

  private static String line(int series) {
    return "<line class=\"path s" + series + "\" x1=\"1\" x2=\"33\" y1=\"5\" y2=\"5\"/>";
  }

  private void shares() {
    out.section("shares", "What became of the reads").raw("<ul class=\"legend\">");
    int part = 0;
    for (String name : CLASSES) {
      out.legend("<rect class=\"f" + part++ + "\" width=\"34\" height=\"10\"/>", name);
    }
    out.raw("</ul>\n" + ShareChart.of(data, CLASSES) + "\n<div class=\"grid wide\">\n")
        .table(
            "Classes",
            "Each read has one class; the lower rows may overlap.",
            List.of("reads", "count", "bytes", "tokens"));
    for (String kind : List.of("classes", "overlaps")) {
      for (String name : data.names("/total/" + kind)) {
        sizes(spelled(name), "/total/" + kind + "/" + name, "reads");
      }
    }
    out.endTable()
        .table(
            "Reasons",
            "Left out, or kept for one reason: together all reads, failed ones too.",
            List.of("reason", "reads", "bytes"));
    for (String gate : data.names("/total/gates")) {
      out.row(
          spelled(gate),
          List.of(data.count("/total/gates/" + gate), data.count("/total/gate_bytes/" + gate)));
    }
    out.row("all reads", List.of(data.count("/total/all_reads"), ""));
    out.endTable().raw("</div>\n").endSection();
  }

  private static String spelled(String name) {
    return name.replace("_256_8000", ", 256 to 8,000 bytes").replace('_', ' ');
  }

  private void sizes(String name, String place, String count) {
    List<String> cells = new ArrayList<>(List.of(data.count(place + "/" + count)));
    SIZES.forEach(size -> cells.add(data.count(place + "/" + size)));
    out.row(name, cells);
  }

  private void bill() {
    String bill = "/total/bill/";
    out.section("bill", "Our estimate and the bill");
    if (data.number(bill + "requests") == 0) {
      out.raw("<p>These files hold no usage of the provider.</p>\n").endSection();
      return;
    }
    out.muted(
            "The residual holds the system prompt, tools and what else is not in the files, and the"
                + " provider's own tokenizer.")
        .table("Bill", "", List.of("tokens of the prompt", "tokens", "cost"));
    for (String tier : List.of("fresh", "read", "written", "long_written")) {
      out.row(
          tier.replace('_', ' '), List.of(data.count(bill + tier), data.usd(bill + "usd_" + tier)));
    }
    out.row("billed", List.of(data.count(bill + "prompt"), ""))
        .row("estimated for the same requests", List.of(data.count(bill + "estimated_prompt"), ""))
        .row("residual", List.of(data.count(bill + "residual_prompt"), ""))
        .row("answers", List.of(data.count(bill + "output"), data.usd(bill + "usd_output")))
        .row("all", List.of("", data.usd(bill + "usd_total")));
    out.endTable().endSection();
  }

  private void tools() {
    out.section("tools", "Results by tool")
        .table("Tools", "", List.of("tool", "calls", "bytes", "tokens"));
    List<String> places = new ArrayList<>();
    for (int i = 0; i < data.size("/total/tools"); i++) {
      places.add("/total/tools/" + i);
    }
    places.sort(Comparator.comparingDouble(place -> -data.number(place + "/bytes")));
    places.forEach(place -> sizes(data.text(place + "/tool"), place, "calls"));
    out.endTable().endSection();
  }
}
