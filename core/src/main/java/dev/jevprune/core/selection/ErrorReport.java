package dev.jevprune.core.selection;

import java.util.Arrays;
import java.util.List;

/**
 * Whether a text reports an error. Source code that merely speaks of errors (a class named so, a
 * catch clause, a message in quotes) is no report. The work grows with the length of the text and
 * not faster.
 */
final class ErrorReport {

  private static final List<String> BEGINNINGS =
      List.of(
          "exception in thread",
          "unhandled exception",
          "uncaught exception",
          "php fatal error:",
          "caused by:");

  private ErrorReport() {}

  static boolean in(String text) {
    String folded = Folded.of(text);
    return folded.contains("traceback (most recent call last")
        || hasDenial(folded)
        || hasReportLine(folded);
  }

  private static boolean hasDenial(String folded) {
    String denied = "permission denied";
    Quotes quotes = new Quotes(folded);
    for (int at = folded.indexOf(denied); at >= 0; at = folded.indexOf(denied, at + 1)) {
      if (!quotes.areAround(at)) {
        return true;
      }
    }
    return false;
  }

  /** Follows the quotes of a text from place to place; goes forward only. */
  private static final class Quotes {

    private static final String KINDS = "\"'`";

    private final String folded;
    private final boolean[] open = new boolean[KINDS.length()];
    private final int[] next = new int[KINDS.length()];
    private int at;
    private int lineEnd = -1;

    Quotes(String folded) {
      this.folded = folded;
    }

    /**
     * Whether an odd number of quotes stands before the place on its line and another behind: then
     * it is in a literal.
     */
    boolean areAround(int place) {
      for (; at < place; at++) {
        char unit = folded.charAt(at);
        int kind = KINDS.indexOf(unit);
        if (kind >= 0) {
          open[kind] ^= true;
        } else if (unit == '\n') {
          Arrays.fill(open, false);
        }
      }
      if (lineEnd < place) {
        lineEnd = Folded.lineEnd(folded, place);
      }
      for (int kind = 0; kind < open.length; kind++) {
        if (open[kind] && nextOf(kind, place) < lineEnd) {
          return true;
        }
      }
      return false;
    }

    private int nextOf(int kind, int place) {
      if (next[kind] < place) {
        int found = folded.indexOf(KINDS.charAt(kind), place);
        next[kind] = found < 0 ? Integer.MAX_VALUE : found;
      }
      return next[kind];
    }
  }

  private static boolean hasReportLine(String folded) {
    int next;
    for (int start = 0; start < folded.length(); start = next) {
      int end = Folded.lineEnd(folded, start);
      next = end + 1;
      while (end > start && Folded.isSpace(folded.charAt(end - 1))) {
        end--; // a carriage return, as a rule
      }
      int first = start;
      while (first < end && Folded.isSpace(folded.charAt(first))) {
        first++;
      }
      if (hasBeginning(folded, first)
          || isNamedException(folded, first, end)
          || isPanic(folded.substring(first, end))
          || (first > start && isStackFrame(folded, first, end))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasBeginning(String folded, int first) {
    for (String beginning : BEGINNINGS) {
      if (folded.startsWith(beginning, first)) {
        return true;
      }
    }
    return false;
  }

  /** The reports of Go and Rust. */
  private static boolean isPanic(String line) {
    return (line.startsWith("goroutine ") && line.endsWith("]:"))
        || (line.startsWith("thread '") && line.contains("' panicked at "));
  }

  /**
   * {@code java.io.IOException: text}, {@code SomeException} alone: nothing but a type name before.
   */
  private static boolean isNamedException(String folded, int first, int end) {
    int at = first;
    while (at < end && (Folded.isWord(folded.charAt(at)) || ".$".indexOf(folded.charAt(at)) >= 0)) {
      at++;
    }
    String name = folded.substring(first, at);
    boolean ends =
        at == end || (folded.charAt(at) == ':' && at + 1 < end && folded.charAt(at + 1) == ' ');
    return ends
        && (name.endsWith("exception") || (name.endsWith("error") && name.indexOf('.') > 0))
        && name.length() > "exception".length();
  }

  /** {@code at place (file:12)}. */
  private static boolean isStackFrame(String folded, int first, int end) {
    if (!folded.startsWith("at ", first) || end == first || folded.charAt(end - 1) != ')') {
      return false;
    }
    int digits = end - 1;
    while (digits > first && Character.isDigit(folded.charAt(digits - 1))) {
      digits--;
    }
    int open = digits - 1;
    while (open > first && folded.charAt(open) != '(') {
      open--;
    }
    return digits < end - 1 && folded.charAt(digits - 1) == ':' && open > first;
  }
}
