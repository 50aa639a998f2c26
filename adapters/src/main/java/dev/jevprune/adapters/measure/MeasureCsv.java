package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Money;
import java.util.ArrayList;
import java.util.List;

/** A row for each session, for spreadsheets; an empty cell is a figure that there is not. */
final class MeasureCsv {

  private MeasureCsv() {}

  static String of(MeasureReport report) {
    StringBuilder csv = new StringBuilder();
    row(csv, head());
    for (FileReport file : report.files()) {
      for (FileReport.Session session : file.sessions) {
        row(csv, cells(file, session));
      }
    }
    return csv.toString();
  }

  private static List<String> head() {
    List<String> head = new ArrayList<>(List.of("file", "format", "session", "state", "models"));
    head.addAll(new Counts().byName().keySet());
    for (Gate gate : Gate.values()) {
      head.add("gate_" + gate.wireName());
    }
    head.addAll(List.of("requests", "cold", "prompt_tokens", "billed_prompt", "billed_usd"));
    for (Policy policy : Policy.values()) {
      String name = policy.wireName();
      head.addAll(
          List.of(
              name + "_bodies",
              name + "_unique_tokens",
              name + "_gross_tokens",
              name + "_reanchored_tokens",
              name + "_net_usd"));
    }
    return head;
  }

  private static List<String> cells(FileReport file, FileReport.Session session) {
    SessionReport report = session.report();
    List<String> cells =
        new ArrayList<>(
            List.of(
                file.file,
                file.format,
                session.name(),
                report.state(),
                String.join(" ", report.models)));
    report.counts.byName().values().forEach(count -> cells.add(String.valueOf(count)));
    for (Gate gate : Gate.values()) {
      cells.add(String.valueOf(SessionReport.of(report.gates, gate).count));
    }
    cells.add(String.valueOf(report.requests));
    cells.add(String.valueOf(report.coldRequests));
    cells.add(String.valueOf(report.promptTokens));
    cells.add(report.billedRequests == 0 ? "" : String.valueOf(report.billed.prompt()));
    cells.add(usd(report.billedCost.total(), report.pricedBilled));
    for (Policy policy : Policy.values()) {
      PolicyTally tally = report.policies.getOrDefault(policy, new PolicyTally());
      cells.add(String.valueOf(tally.bodies));
      cells.add(String.valueOf(tally.uniqueTokens));
      cells.add(String.valueOf(tally.grossRead + tally.grossWritten));
      cells.add(String.valueOf(tally.reanchored));
      cells.add(usd(tally.net, tally.priced));
    }
    return cells;
  }

  private static String usd(Money money, long priced) {
    return priced == 0 ? "" : money.dollars().stripTrailingZeros().toPlainString();
  }

  private static void row(StringBuilder csv, List<String> cells) {
    csv.append(String.join(",", cells.stream().map(MeasureCsv::cell).toList())).append("\r\n");
  }

  /** A name that a spreadsheet would take for a formula is quoted by an apostrophe. */
  private static String cell(String text) {
    boolean formula =
        (!text.isEmpty() && "=+@\t\r".indexOf(text.charAt(0)) >= 0)
            || (text.startsWith("-") && !text.matches("-[0-9.]+"));
    String safe = formula ? "'" + text : text;
    return safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + safe.replace("\"", "\"\"") + '"'
        : safe;
  }
}
