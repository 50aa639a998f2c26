package dev.jevprune.core.selection;

/**
 * Text prepared for a search without regard to case, and the character classes the rules speak of.
 */
final class Folded {

  private Folded() {}

  /**
   * The text with every unit in lower case, unit for unit. The long s, the Kelvin sign and the two
   * Turkish letters i fold to what they look like: a lookalike must not hide a credential.
   */
  static String of(String text) {
    char[] units = text.toCharArray();
    for (int i = 0; i < units.length; i++) {
      units[i] =
          switch (units[i]) {
            case '\u017f' -> 's';
            case '\u212a' -> 'k';
            case '\u0130', '\u0131' -> 'i';
            default -> Character.toLowerCase(units[i]);
          };
    }
    return new String(units);
  }

  /** White space of any script, with the four information separators. */
  static boolean isSpace(char unit) {
    return Character.isWhitespace(unit) || Character.isSpaceChar(unit) || unit == '\u0085';
  }

  /** Letters, every kind of numeral, and the underscore; no combining marks. */
  static boolean isWord(int codePoint) {
    int type = Character.getType(codePoint);
    return codePoint == '_'
        || Character.isLetterOrDigit(codePoint)
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER;
  }

  /** Whether no word goes on to the left of {@code at}. */
  static boolean startsWord(String text, int at) {
    return at == 0 || !isWord(text.codePointBefore(at));
  }

  /** The first place from {@code from} on that holds no white space. */
  static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** The place of the next line feed, or the end. */
  static int lineEnd(String text, int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }
}
