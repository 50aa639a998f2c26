package dev.jevprune.core.selection;

/**
 * Whether a text reports an error. Source code that merely speaks of errors (a class named so, a
 * catch clause, a message in quotes) is no report.
 */
final class ErrorReport {

  private ErrorReport() {}

  static boolean in(String text) {
    String folded = Folded.of(text);
    return folded.contains("traceback (most recent call last")
        || hasDenial(folded)
        || hasReportLine(folded);
  }

  private static boolean hasDenial(String folded) {
    String denied = "permission denied";
    for (int at = folded.indexOf(denied); at >= 0; at = folded.indexOf(denied, at + 1)) {
      if (!isQuoted(folded, at, '"') && !isQuoted(folded, at, '\'') && !isQuoted(folded, at, '`')) {
        return true;
      }
    }
    return false;
  }

  /**
   * An odd number of quotes before it on its line and another behind: the place is in a literal.
   */
  private static boolean isQuoted(String folded, int at, char quote) {
    boolean open = false;
    for (int i = Folded.lineStart(folded, at); i < at; i++) {
      open ^= folded.charAt(i) == quote;
    }
    int close = open ? folded.indexOf(quote, at) : -1;
    return close >= 0 && close < Folded.lineEnd(folded, at);
  }

  private static boolean hasReportLine(String folded) {
    for (int start = 0; start < folded.length(); start = Folded.lineEnd(folded, start) + 1) {
      int end = Folded.lineEnd(folded, start);
      int first = Math.min(Folded.skipSpace(folded, start), end);
      if (folded.startsWith("exception in thread", first)
          || folded.startsWith("unhandled exception", first)
          || folded.startsWith("uncaught exception", first)
          || folded.startsWith("caused by:", first)
          || isNamedException(folded, first, end)
          || (first > start && isStackFrame(folded, first, end))) {
        return true;
      }
    }
    return false;
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
    return digits < end - 1 && folded.charAt(digits - 1) == ':' && folded.indexOf('(', first) > 0;
  }
}
