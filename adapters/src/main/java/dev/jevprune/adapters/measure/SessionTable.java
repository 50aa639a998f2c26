package dev.jevprune.adapters.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The list of the sessions on the page, and of what could not be read. */
final class SessionTable {
  private static final int LISTED = 500;

  /** A session's place in the JSON, and how it is called on the page. */
  record Named(String place, String name) {}

  private final MeasureReport report;
  private final Pointers data;
  private final Markup out;

  SessionTable(MeasureReport report, Pointers data, Markup out) {
    this.report = report;
    this.data = data;
    this.out = out;
  }

  /** All sessions, those that sent most first. */
  List<Named> bySize() {
    List<Named> sessions = new ArrayList<>();
    for (int f = 0; f < data.size("/files"); f++) {
      String file = data.text("/files/" + f + "/file");
      String base = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
      int all = data.size("/files/" + f + "/sessions");
      for (int s = 0; s < all; s++) {
        String place = "/files/" + f + "/sessions/" + s;
        String session = data.text(place + "/session");
        sessions.add(
            new Named(place, all == 1 || session.isEmpty() ? base : base + " · " + session));
      }
    }
    sessions.sort(
        Comparator.comparingDouble(s -> -data.number(s.place() + "/requests/prompt_tokens")));
    return sessions;
  }

  void write() {
    List<Named> sessions = bySize();
    List<String> heads = new ArrayList<>();
    for (String head : List.of("session", "requests", "calls", "reads", "stale", "tokens sent")) {
      heads.add(button(head));
    }
    for (String head : List.of("exact repeats", "stale at once", "cold only", "tail")) {
      heads.add(button(head));
    }
    out.section("sessions", "Sessions")
        .table(
            "Sessions",
            sessions.size() > LISTED ? "The " + LISTED + " that sent most; the JSON has all." : "",
            heads);
    sessions.stream().limit(LISTED).forEach(this::row);
    out.endTable()
        .muted("The last four columns are net dollars, or unique tokens where no price is known.")
        .endSection();
    problems();
  }

  private static String button(String head) {
    return "<button type=\"button\">" + head + "</button>";
  }

  private void row(Named session) {
    String place = session.place();
    List<String> cells = new ArrayList<>();
    for (String figure :
        List.of(
            "/requests/count",
            "/counts/calls",
            "/counts/reads",
            "/classes/stale/reads",
            "/requests/prompt_tokens")) {
      cells.add(data.count(place + figure));
    }
    for (Policy policy : Policy.values()) {
      String net = place + "/policies/" + policy.wireName();
      cells.add(
          data.isKnown(net + "/usd_net")
              ? data.usd(net + "/usd_net")
              : data.count(net + "/unique_tokens") + " tok");
    }
    out.row(session.name(), cells);
  }

  private void problems() {
    List<FileReport> bad =
        report.files().stream()
            .filter(file -> !file.problem.isEmpty() || file.brokenLines > 0)
            .toList();
    if (bad.isEmpty()) {
      return;
    }
    out.section("bad", "Not read").raw("<ul>\n");
    for (FileReport file : bad) {
      String what =
          file.problem.isEmpty() ? file.brokenLines + " broken lines passed over" : file.problem;
      out.raw("<li>" + Pointers.escape(file.file + ": " + what) + "</li>\n");
    }
    out.raw("</ul>\n").endSection();
  }
}
