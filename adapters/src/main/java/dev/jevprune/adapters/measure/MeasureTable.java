package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Money;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report for people, in plain lines of at most about 100 columns. */
final class MeasureTable {
  private static final int MAX_TOOLS = 8;

  private final MeasureReport report;
  private final List<String> lines = new ArrayList<>();

  MeasureTable(MeasureReport report) {
    this.report = report;
  }

  List<String> lines() {
    files();
    SessionReport all = report.total();
    if (report.readable() > 0) {
      lines.add("");
      summary(all);
      if (all.counts.calls > 0) {
        tools(all);
        reads(all);
        gates(all);
      }
      if (all.requests > 0) {
        bill(all);
        policies(all);
      }
    }
    return lines;
  }

  private void files() {
    for (FileReport file : report.files()) {
      String what =
          file.problem.isEmpty()
              ? file.format
                  + ", "
                  + count(file.sessions.size(), "session")
                  + ", "
                  + count(file.total.counts.calls, "call")
                  + (file.brokenLines > 0
                      ? ", " + count(file.brokenLines, "broken line") + " passed over"
                      : "")
                  + state(file.total)
              : "not read: " + file.problem;
      lines.add(name(file.file) + ": " + what);
    }
    if (report.passedOver() > 0) {
      lines.add(count(report.passedOver(), "other file") + " passed over: no session in them.");
    }
  }

  private static String state(SessionReport report) {
    return switch (report.state()) {
      case "no_reads" -> ", no reads";
      case "nothing_to_remove" -> ", nothing to leave out";
      default -> "";
    };
  }

  private void summary(SessionReport all) {
    lines.add(
        count(all.counts.segments, "segment")
            + ", "
            + count(all.counts.calls, "call")
            + " with "
            + bytes(all.counts.resultBytes)
            + " of results; "
            + count(all.counts.reads, "read")
            + " with "
            + bytes(all.counts.readBytes)
            + "; "
            + count(all.counts.edits, "edit")
            + (all.images > 0
                ? "; " + count(all.images, "result") + " with images, whose cost is not known"
                : ""));
    lines.add("Tokens: " + report.tokenizer() + ".");
  }

  private void tools(SessionReport all) {
    lines.add("");
    lines.add(row("tool", "calls", "bytes", "tokens"));
    List<Map.Entry<String, SessionReport.Tally>> tools = new ArrayList<>(all.tools.entrySet());
    tools.sort(Comparator.comparingLong(tool -> -tool.getValue().bytes));
    SessionReport.Tally rest = new SessionReport.Tally();
    for (int i = 0; i < tools.size(); i++) {
      if (i < MAX_TOOLS) {
        lines.add(row(tools.get(i).getKey(), tools.get(i).getValue()));
      } else {
        rest.add(tools.get(i).getValue());
      }
    }
    if (rest.count > 0) {
      lines.add(row((tools.size() - MAX_TOOLS) + " others", rest));
    }
  }

  private void reads(SessionReport all) {
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "%-32s %9s %12s %10s %9s %9s",
            "reads",
            "count",
            "bytes",
            "tokens",
            "of reads",
            "of bytes"));
    all.classes.forEach((read, tally) -> lines.add(share(read.wireName(), tally, all)));
    lines.add("of these, also:");
    all.overlaps.forEach(
        (overlap, tally) -> lines.add(share("  " + overlap.wireName(), tally, all)));
  }

  private static String share(String name, SessionReport.Tally tally, SessionReport all) {
    return String.format(
        Locale.ROOT,
        "%-32s %9s %12s %10s %9s %9s",
        name,
        number(tally.count),
        number(tally.bytes),
        number(tally.tokens),
        percent(tally.count, all.counts.reads),
        percent(tally.bytes, all.counts.readBytes));
  }

  private void gates(SessionReport all) {
    lines.add("");
    StringBuilder sum = new StringBuilder(count(all.counts.allReads(), "read") + " = ");
    boolean first = true;
    for (Map.Entry<Gate, SessionReport.Tally> gate : all.gates.entrySet()) {
      if (gate.getValue().count > 0) {
        sum.append(first ? "" : " + ")
            .append(number(gate.getValue().count))
            .append(' ')
            .append(gate.getKey().wireName());
        first = false;
      }
    }
    lines.add(first ? "No reads." : sum.toString());
  }

  private void bill(SessionReport all) {
    lines.add("");
    lines.add(
        count(all.requests, "request")
            + " ("
            + number(all.coldRequests)
            + " with a cold cache), "
            + number(all.promptTokens)
            + " tokens sent by our estimate, "
            + percent(all.readTokens, all.promptTokens)
            + " of them from the cache");
    if (all.billedRequests > 0) {
      lines.add(
          "The files' own usage: "
              + number(all.billed.prompt())
              + " prompt tokens in "
              + count(all.billedRequests, "request")
              + (all.pricedBilled > 0 ? ", " + all.billedCost.total() + " with the answers" : "")
              + ".");
      lines.add(
          "Residual: billed "
              + number(all.billed.prompt())
              + " - estimated "
              + number(all.estimatedOfBilled)
              + " = "
              + number(all.billed.prompt() - all.estimatedOfBilled)
              + ". It holds the system prompt, tools and what else is not in the file, and the"
              + " provider's own tokenizer.");
    }
  }

  private void policies(SessionReport all) {
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "%-38s %6s %10s %12s %12s %10s",
            "had this been left out",
            "bodies",
            "unique",
            "gross",
            "written anew",
            "net"));
    all.policies.forEach(
        (policy, tally) -> {
          lines.add(
              String.format(
                  Locale.ROOT,
                  "%-38s %6s %10s %12s %12s %10s",
                  policy.title(),
                  number(tally.bodies),
                  number(tally.uniqueTokens),
                  number(tally.grossRead + tally.grossWritten),
                  number(tally.reanchored),
                  tally.priced == 0 ? "-" : tally.net.toString()));
          if (tally.hasBreakEven()) {
            lines.add(
                "    "
                    + number(tally.paidBack)
                    + " of "
                    + count(tally.warmEdits, "warm edit")
                    + " paid back; an edit needed "
                    + number(Math.round(Math.ceil(tally.medianNeeded())))
                    + " later requests and had "
                    + number(Math.round(tally.medianLeft()))
                    + " (medians)");
          }
        });
    money(all);
  }

  private void money(SessionReport all) {
    PolicyTally any = all.policies.getOrDefault(Policy.COLD_ONLY, new PolicyTally());
    if (any.priced == 0) {
      lines.add(
          report.pricing().plan()
              ? "No dollars: a plan is billed."
              : "No dollars: no model of these requests is in the price table.");
      return;
    }
    Money input = all.estimatedInput;
    lines.add(
        "Net is what the input of "
            + count(any.priced, "request")
            + " ("
            + input
            + " by our estimate) would have cost less; negative: more. List prices of "
            + report.pricing().table().date()
            + ".");
    if (any.priced < all.requests) {
      lines.add(
          count(all.requests - any.priced, "request")
              + " went to models without a known price and are not in the dollars.");
    }
  }

  private static String row(String name, SessionReport.Tally tally) {
    return row(name, number(tally.count), number(tally.bytes), number(tally.tokens));
  }

  private static String row(String name, String calls, String bytes, String tokens) {
    return String.format(Locale.ROOT, "%-32s %9s %12s %10s", name(name), calls, bytes, tokens);
  }

  static String percent(long part, long whole) {
    return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String bytes(long bytes) {
    return count(bytes, "byte");
  }

  private static String count(long count, String one) {
    return number(count) + " " + one + (count == 1 ? "" : "s");
  }

  /** A name from a file, without what would confuse a terminal. */
  static String name(String name) {
    StringBuilder visible = new StringBuilder();
    name.codePoints()
        .forEach(point -> visible.appendCodePoint(Character.isISOControl(point) ? '?' : point));
    return visible.toString();
  }
}
