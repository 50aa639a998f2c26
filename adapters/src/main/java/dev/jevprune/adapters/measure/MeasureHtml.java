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
  private static final int LISTED_SESSIONS = 500;
  private static final List<String> CLASSES = List.of("stale", "superseded", "fresh");

  private final MeasureReport report;
  private final Pointers data;
  private final StringBuilder out = new StringBuilder();

  MeasureHtml(MeasureReport report) {
    this.report = report;
    this.data = new Pointers(report.tree());
  }

  String page() {
    out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';")
        .append(" style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
        .append("<title>Jev Prune: what pruning would have been worth</title>\n<style>\n")
        .append(resource("report.css"))
        .append("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">To the figures</a>\n");
    header();
    out.append("<main id=\"main\">\n");
    waterfalls();
    contexts();
    shares();
    bill();
    tools();
    sessions();
    out.append("</main>\n<footer><p>")
        .append(Pointers.escape(pricesLine()))
        .append("</p></footer>\n<script>\n")
        .append(resource("report.js"))
        .append("</script>\n</body>\n</html>\n");
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
    out.append("<header>\n<h1>What pruning would have been worth</h1>\n<p class=\"muted\">")
        .append(report.readable())
        .append(report.readable() == 1 ? " file, " : " files, ")
        .append(report.files().stream().mapToInt(file -> file.sessions.size()).sum())
        .append(" sessions. Negative figures are losses.</p>\n<ul class=\"tiles\">\n");
    tile(data.count("/total/counts/calls"), "calls");
    tile(data.count("/total/counts/reads"), "reads");
    tile(data.count("/total/counts/edits"), "edits");
    tile(data.count("/total/requests/count"), "requests");
    tile(data.count("/total/requests/cold"), "of them with a cold cache");
    tile(data.count("/total/requests/prompt_tokens"), "tokens sent (estimate)");
    if (data.isKnown("/total/requests/usd_input")) {
      tile(data.usd("/total/requests/usd_input"), "for that input (estimate)");
    }
    out.append("</ul>\n</header>\n");
  }

  private void tile(String figure, String label) {
    out.append("<li><span class=\"figure\">")
        .append(figure)
        .append("</span> <span class=\"label\">")
        .append(label)
        .append("</span></li>\n");
  }

  private void waterfalls() {
    out.append("<section aria-labelledby=\"h-net\">\n<h2 id=\"h-net\">From gross to net</h2>\n")
        .append(
            "<p class=\"muted\">What each way of pruning would have saved, less what the prompt")
        .append(" cache is written anew for.</p>\n<div class=\"grid\">\n");
    for (Policy policy : Policy.values()) {
      String place = "/total/policies/" + policy.wireName();
      out.append("<div><h3>")
          .append(policy.title())
          .append("</h3>\n")
          .append(WaterfallChart.of(data, place, policy.title()))
          .append("</div>\n");
    }
    out.append(
            "</div>\n"
                + "<div class=\"scroll\" tabindex=\"0\" role=\"region\""
                + " aria-label=\"Policies\"><table>")
        .append(
            "<caption>The same in figures. Unique counts a body once, however many requests lack"
                + " it.</caption>")
        .append("<thead><tr><th scope=\"col\">policy</th>");
    for (String head :
        List.of(
            "bodies",
            "unique tokens",
            "gross tokens",
            "written anew",
            "gross",
            "written anew",
            "net",
            "requests an edit needed",
            "and had")) {
      out.append("<th scope=\"col\">").append(head).append("</th>");
    }
    out.append("</tr></thead><tbody>\n");
    for (Policy policy : Policy.values()) {
      String place = "/total/policies/" + policy.wireName();
      row(
          policy.title(),
          data.count(place + "/bodies"),
          data.count(place + "/unique_tokens"),
          data.count(place + "/gross_tokens"),
          data.count(place + "/reanchored_tokens"),
          data.usd(place + "/usd_gross"),
          data.usd(place + "/usd_reanchor"),
          data.usd(place + "/usd_net"),
          data.count(place + "/needed_requests"),
          data.count(place + "/later_requests"));
    }
    out.append("</tbody></table></div>\n</section>\n");
  }

  private void row(String name, String... cells) {
    out.append("<tr><th scope=\"row\">").append(Pointers.escape(name)).append("</th>");
    for (String cell : cells) {
      out.append("<td>").append(cell).append("</td>");
    }
    out.append("</tr>\n");
  }

  /** A session's place and how it is called here. */
  private record Named(String place, String file, String name) {}

  private List<Named> bySize() {
    List<Named> sessions = new ArrayList<>();
    for (int f = 0; f < data.size("/files"); f++) {
      String file = data.text("/files/" + f + "/file");
      String base = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
      int all = data.size("/files/" + f + "/sessions");
      for (int s = 0; s < all; s++) {
        String place = "/files/" + f + "/sessions/" + s;
        String session = data.text(place + "/session");
        sessions.add(
            new Named(place, file, all == 1 || session.isEmpty() ? base : base + " · " + session));
      }
    }
    sessions.sort(
        Comparator.comparingDouble(s -> -data.number(s.place() + "/requests/prompt_tokens")));
    return sessions;
  }

  private void contexts() {
    List<Named> sessions =
        bySize().stream()
            .filter(s -> data.number(s.place() + "/requests/count") > 1)
            .limit(SHOWN_SESSIONS)
            .toList();
    if (sessions.isEmpty()) {
      return;
    }
    out.append(
            "<section aria-labelledby=\"h-context\">\n"
                + "<h2 id=\"h-context\">How the context grew</h2>\n")
        .append(
            "<p class=\"muted\">Estimated tokens of each request, for the sessions that sent"
                + " most.</p>\n")
        .append("<ul class=\"legend\">");
    legend(0, "nothing left out");
    int series = 1;
    for (Policy policy : Policy.values()) {
      legend(series++, policy.title());
    }
    out.append("</ul>\n<div class=\"grid wide\">\n");
    for (Named session : sessions) {
      out.append("<div><h3>")
          .append(Pointers.escape(session.name()))
          .append("</h3>\n")
          .append(ContextChart.of(data, session.place(), session.name()))
          .append("</div>\n");
    }
    out.append("</div>\n</section>\n");
  }

  private void legend(int series, String name) {
    out.append("<li><svg viewBox=\"0 0 34 10\" aria-hidden=\"true\"><line class=\"path s")
        .append(series)
        .append("\" x1=\"1\" x2=\"33\" y1=\"5\" y2=\"5\"/></svg>")
        .append(name)
        .append("</li>");
  }

  private void shares() {
    out.append(
            "<section aria-labelledby=\"h-shares\">\n"
                + "<h2 id=\"h-shares\">What became of the reads</h2>\n")
        .append("<ul class=\"legend\">");
    for (int i = 0; i < CLASSES.size(); i++) {
      out.append("<li><svg viewBox=\"0 0 34 10\" aria-hidden=\"true\"><rect class=\"f")
          .append(i)
          .append("\" width=\"34\" height=\"10\"/></svg>")
          .append(CLASSES.get(i))
          .append("</li>");
    }
    out.append("</ul>\n").append(ShareChart.of(data, CLASSES));
    out.append(
            "\n"
                + "<div class=\"grid\">\n"
                + "<div class=\"scroll\" tabindex=\"0\" role=\"region\""
                + " aria-label=\"Classes\"><table><caption>Each read has one class; the lower rows"
                + " may overlap.</caption>")
        .append(
            "<thead><tr><th scope=\"col\">reads</th><th scope=\"col\">count</th><th"
                + " scope=\"col\">bytes</th><th scope=\"col\">tokens</th></tr></thead><tbody>\n");
    for (String kind : List.of("classes", "overlaps")) {
      for (String name : data.names("/total/" + kind)) {
        String place = "/total/" + kind + "/" + name;
        row(
            name.replace('_', ' '),
            data.count(place + "/reads"),
            data.count(place + "/bytes"),
            data.count(place + "/tokens"));
      }
    }
    out.append(
            "</tbody></table></div>\n"
                + "<div class=\"scroll\" tabindex=\"0\" role=\"region\""
                + " aria-label=\"Reasons\"><table><caption>Left out, or kept for one reason:"
                + " together all reads, failed ones too.</caption>")
        .append(
            "<thead><tr><th scope=\"col\">reason</th><th scope=\"col\">reads</th><th"
                + " scope=\"col\">bytes</th></tr></thead><tbody>\n");
    for (String gate : data.names("/total/gates")) {
      row(
          gate.replace('_', ' '),
          data.count("/total/gates/" + gate),
          data.count("/total/gate_bytes/" + gate));
    }
    row("all reads", data.count("/total/all_reads"), "");
    out.append("</tbody></table></div>\n</div>\n</section>\n");
  }

  private void bill() {
    out.append(
        "<section aria-labelledby=\"h-bill\">\n<h2 id=\"h-bill\">Our estimate and the bill</h2>\n");
    if (data.number("/total/bill/requests") == 0) {
      out.append("<p>These files hold no usage of the provider.</p>\n</section>\n");
      return;
    }
    out.append(
            "<p class=\"muted\">The residual holds the system prompt, tools and what else is not"
                + " in")
        .append(
            " the files, and the provider's own tokenizer.</p>\n"
                + "<div class=\"scroll\" tabindex=\"0\" role=\"region\""
                + " aria-label=\"Bill\"><table>")
        .append(
            "<thead><tr><th scope=\"col\">tokens of the prompt</th><th scope=\"col\">tokens</th><th"
                + " scope=\"col\">cost</th></tr></thead><tbody>\n");
    for (String tier : List.of("fresh", "read", "written", "long_written")) {
      row(
          tier.replace('_', ' '),
          data.count("/total/bill/" + tier),
          data.usd("/total/bill/usd_" + tier));
    }
    row("billed", data.count("/total/bill/prompt"), "");
    row("estimated for the same requests", data.count("/total/bill/estimated_prompt"), "");
    row("residual", data.count("/total/bill/residual_prompt"), "");
    row("answers", data.count("/total/bill/output"), data.usd("/total/bill/usd_output"));
    row("all", "", data.usd("/total/bill/usd_total"));
    out.append("</tbody></table></div>\n</section>\n");
  }

  private void tools() {
    out.append(
            "<section aria-labelledby=\"h-tools\">\n"
                + "<h2 id=\"h-tools\">Results by tool</h2>\n"
                + "<div class=\"scroll\" tabindex=\"0\" role=\"region\""
                + " aria-label=\"Tools\"><table>")
        .append(
            "<thead><tr><th scope=\"col\">tool</th><th scope=\"col\">calls</th><th"
                + " scope=\"col\">bytes</th><th scope=\"col\">tokens</th></tr></thead><tbody>\n");
    List<String> places = new ArrayList<>();
    for (int i = 0; i < data.size("/total/tools"); i++) {
      places.add("/total/tools/" + i);
    }
    places.sort(Comparator.comparingDouble(place -> -data.number(place + "/bytes")));
    for (String place : places) {
      row(
          data.text(place + "/tool"),
          data.count(place + "/calls"),
          data.count(place + "/bytes"),
          data.count(place + "/tokens"));
    }
    out.append("</tbody></table></div>\n</section>\n");
  }

  private void sessions() {
    List<Named> sessions = bySize();
    out.append(
        "<section aria-labelledby=\"h-sessions\">\n"
            + "<h2 id=\"h-sessions\">Sessions</h2>\n"
            + "<div class=\"scroll\" tabindex=\"0\" role=\"region\""
            + " aria-label=\"Sessions\"><table>");
    if (sessions.size() > LISTED_SESSIONS) {
      out.append("<caption>The ")
          .append(LISTED_SESSIONS)
          .append(" that sent most; the JSON has all.</caption>");
    }
    out.append("<thead><tr>");
    for (String head :
        List.of(
            "session",
            "requests",
            "calls",
            "reads",
            "stale",
            "tokens sent",
            "exact repeats",
            "stale at once",
            "cold only",
            "tail")) {
      out.append("<th scope=\"col\"><button type=\"button\">")
          .append(head)
          .append("</button></th>");
    }
    out.append("</tr></thead><tbody>\n");
    for (Named session : sessions.stream().limit(LISTED_SESSIONS).toList()) {
      String place = session.place();
      List<String> cells =
          new ArrayList<>(
              List.of(
                  data.count(place + "/requests/count"),
                  data.count(place + "/counts/calls"),
                  data.count(place + "/counts/reads"),
                  data.count(place + "/classes/stale/reads"),
                  data.count(place + "/requests/prompt_tokens")));
      for (Policy policy : Policy.values()) {
        String net = place + "/policies/" + policy.wireName();
        cells.add(
            data.isKnown(net + "/usd_net")
                ? data.usd(net + "/usd_net")
                : data.count(net + "/unique_tokens") + " tok");
      }
      row(session.name(), cells.toArray(String[]::new));
    }
    out.append(
        "</tbody></table></div>\n"
            + "<p class=\"muted\">The last four columns are net dollars, or unique tokens where no"
            + " price is known.</p>\n"
            + "</section>\n");
    problems();
  }

  private void problems() {
    List<FileReport> bad =
        report.files().stream()
            .filter(file -> !file.problem.isEmpty() || file.brokenLines > 0)
            .toList();
    if (bad.isEmpty()) {
      return;
    }
    out.append("<section aria-labelledby=\"h-bad\">\n<h2 id=\"h-bad\">Not read</h2>\n<ul>\n");
    for (FileReport file : bad) {
      out.append("<li>")
          .append(Pointers.escape(file.file))
          .append(": ")
          .append(
              file.problem.isEmpty()
                  ? file.brokenLines + " broken lines passed over"
                  : Pointers.escape(file.problem))
          .append("</li>\n");
    }
    out.append("</ul>\n</section>\n");
  }
}
