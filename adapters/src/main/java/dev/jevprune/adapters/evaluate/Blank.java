package dev.jevprune.adapters.evaluate;

import java.util.ArrayList;
import java.util.List;

/**
 * White space and line ends as the older kit's settings files know them; Java's own trimming stops
 * at the no-break spaces, and its lines end at three characters where these end at ten.
 */
final class Blank {

  private static final String LINE_ENDS = "\n\r\u000b\f\u001c\u001d\u001e\u0085\u2028\u2029";

  private Blank() {}

  static String trim(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && isBlank(text.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (LINE_ENDS.indexOf(text.charAt(i)) >= 0) {
        lines.add(text.substring(start, i));
        if (text.charAt(i) == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
          i++;
        }
        start = i + 1;
      }
    }
    lines.add(text.substring(start));
    return lines;
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) // tab to carriage return, 1c to 1f, most of the spaces
        || c == '\u0085'
        || c == '\u00a0'
        || c == '\u2007'
        || c == '\u202f';
  }
}
