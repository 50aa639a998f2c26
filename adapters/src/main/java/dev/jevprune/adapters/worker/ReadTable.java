package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.core.economics.Advice;
import dev.jevprune.core.lifecycle.ReadClass;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The list of what can be left out: the reads of each class with what stands behind them, what a
 * class is worth, and whether to leave it out now.
 */
final class ReadTable {
  private static final int NAME_COLUMN = 24;
  private static final int MAX_ROWS = 15;

  private final Assessment assessment;
  private final Sizes sizes;
  private final Ticket.Terms terms;
  private final long laterRequests;

  /**
   * @param laterRequests as many as the session has had: a conversation is expected to go on for
   *     about as long as it has lasted
   */
  ReadTable(Assessment assessment, Sizes sizes, Ticket.Terms terms, long laterRequests) {
    this.assessment = assessment;
    this.sizes = sizes;
    this.terms = terms;
    this.laterRequests = laterRequests;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<Assessment.Found> pairs = assessment.pairs();
    if (pairs.isEmpty()) {
      lines.add("No exact repeat can be left out of the next requests.");
    } else {
      lines.add("Exact repeats that can be left out of the next requests:");
      lines.add(head());
      int number = 0;
      for (Assessment.Found found : pairs) {
        lines.add(row(++number, found.source(), found.saved(), sizes.saved(found.id())));
      }
      summary(lines, "Together ", Worth.of(pairs, List.of(), sizes));
    }
    aged(lines);
    if (!pairs.isEmpty() || !assessment.aged().isEmpty()) {
      lines.add("Counted with " + terms.shares().text() + ".");
    }
    return lines;
  }

  private void aged(List<String> lines) {
    int number = assessment.pairs().size();
    for (ReadClass readClass : List.of(ReadClass.SUPERSEDED, ReadClass.STALE)) {
      List<Aged> reads = assessment.aged(readClass);
      if (!reads.isEmpty()) {
        lines.add(
            readClass == ReadClass.STALE
                ? "Stale reads: the file was edited later, so the text is out of date:"
                : "Superseded reads: the same part of the file was read again later:");
        lines.add(head());
        for (Aged read : reads.subList(0, Math.min(MAX_ROWS, reads.size()))) {
          lines.add(row(++number, read.call(), read.saved(), read.savedTokens()));
        }
        if (reads.size() > MAX_ROWS) {
          lines.add("     and " + Wording.number(reads.size() - (long) MAX_ROWS) + " more");
          number += reads.size() - MAX_ROWS;
        }
        summary(lines, "Together ", Worth.of(List.of(), reads, sizes));
      }
    }
    if (!assessment.aged().isEmpty()) {
      summary(
          lines, "All classes: Together ", Worth.of(assessment.pairs(), assessment.aged(), sizes));
    }
  }

  private void summary(List<String> lines, String what, Worth worth) {
    lines.add(what + worth.size() + " less in each request.");
    lines.add(worth.price(terms));
    lines.add("Advice: " + text(worth.advice(terms, laterRequests)));
  }

  private static String text(Advice advice) {
    String choice =
        switch (advice.choice()) {
          case NOW -> "now";
          case WAIT -> "wait for a cold turn";
          case NEVER -> "never";
        };
    return choice + ": " + advice.reason();
  }

  private String row(int number, OutlineCall read, long saved, OptionalLong tokens) {
    return row(
        String.valueOf(number),
        Wording.name(read.label()),
        Wording.number(read.bytes()),
        Wording.number(saved),
        orDash(tokens),
        Wording.number(read.after()),
        orDash(sizes.about(read.after())));
  }

  private static String head() {
    return row("#", "read", "bytes", "saved", "tokens", "behind it: bytes", "tokens");
  }

  private static String row(String... cells) {
    return String.format("%3s  %-" + NAME_COLUMN + "s %9s %9s %9s %18s %9s", (Object[]) cells);
  }

  private static String orDash(OptionalLong tokens) {
    return tokens.isPresent() ? Wording.number(tokens.getAsLong()) : "-";
  }
}
