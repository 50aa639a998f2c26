package dev.jevprune.core.json;

/**
 * Takes the escapes off surrogates. JSON allows half of a pair in a name as well as in a text, the
 * library's reader refuses its escape in names; written out it takes both. A backslash outside of a
 * text breaks the grammar in either form.
 */
final class Surrogates {

  private static final int ESCAPE_LENGTH = 6;

  private Surrogates() {}

  static String unescaped(String text) {
    if (!text.contains("\\ud") && !text.contains("\\uD")) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int done = 0;
    for (int at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
      int unit = surrogate(text, at);
      if (unit < 0) {
        at += 2; // the character behind a backslash never begins an escape
      } else {
        out.append(text, done, at).append((char) unit);
        at += ESCAPE_LENGTH;
        done = at;
      }
    }
    return out.append(text, done, text.length()).toString();
  }

  /** The surrogate whose escape stands at {@code at}, -1 when there is none. */
  private static int surrogate(String text, int at) {
    if (at + ESCAPE_LENGTH > text.length() || text.charAt(at + 1) != 'u') {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + ESCAPE_LENGTH; i++) {
      char hex = text.charAt(i);
      int digit = hex < 0x80 ? Character.digit(hex, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      unit = unit * 16 + digit;
    }
    return Character.isSurrogate((char) unit) ? unit : -1;
  }
}
