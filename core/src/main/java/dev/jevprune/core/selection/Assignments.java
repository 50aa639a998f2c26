package dev.jevprune.core.selection;

import java.util.List;

/**
 * Names of credentials with a value behind a colon or an equals sign, as config files and JSON have
 * them.
 */
final class Assignments {

  /** Longer names end in one of the words as well; this only bounds the way back. */
  private static final int MAX_NAME = 80;

  /** Whatever follows, the text is not worth the risk. */
  private static final List<String> STRONG =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "secret",
          "apikey",
          "accesstoken",
          "secretkey",
          "privatekey",
          "accesskey");

  /**
   * Names that source code uses for harmless things too: these need a value that is written out.
   */
  private static final List<String> WEAK =
      List.of("token", "pwd", "credential", "credentials", "authorization");

  private Assignments() {}

  static boolean anyIn(String folded) {
    for (int at = 0; at < folded.length(); at++) {
      char unit = folded.charAt(at);
      if (unit == ':' || unit == '=') {
        String name = nameBefore(folded, at);
        if (endsIn(name, STRONG) || (endsIn(name, WEAK) && hasLiteral(folded, at, name))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The identifier before the sign, without its quotes, dashes and underscores. */
  private static String nameBefore(String folded, int sign) {
    int end = sign;
    while (end > 0 && Folded.isSpace(folded.charAt(end - 1))) {
      end--;
    }
    while (end > 0 && "\"'`\\".indexOf(folded.charAt(end - 1)) >= 0) {
      end--;
    }
    int start = end;
    while (start > 0 && end - start < MAX_NAME && isNameUnit(folded.charAt(start - 1))) {
      start--;
    }
    return folded.substring(start, end).replace("_", "").replace("-", "");
  }

  private static boolean isNameUnit(char unit) {
    return Folded.isWord(unit) || unit == '-';
  }

  private static boolean endsIn(String name, List<String> words) {
    for (String word : words) {
      if (name.endsWith(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasLiteral(String folded, int sign, String name) {
    int from = sign + 1;
    if (from < folded.length() && "=>:".indexOf(folded.charAt(from)) >= 0) {
      return false; // a comparison, an arrow, a scope
    }
    int value = Folded.skipSpace(folded, from);
    int quote = value;
    while (quote < folded.length() && "\"'\\".indexOf(folded.charAt(quote)) >= 0) {
      quote++;
    }
    int end = quote;
    boolean digit = false;
    boolean letter = false;
    while (end < folded.length() && isValueUnit(folded.charAt(end))) {
      digit |= Character.isDigit(folded.charAt(end));
      letter |= Character.isLetter(folded.charAt(end));
      end++;
    }
    if (end == quote || (end < folded.length() && folded.charAt(end) == '(')) {
      return false; // no value, or a call that makes one
    }
    if (quote > value) {
      return true;
    }
    boolean adjacent =
        value == from && folded.charAt(sign) == '=' && Folded.isWord(folded.charAt(sign - 1));
    return adjacent
        ? !folded.substring(value, end).equals(name)
        : end - value >= 8 && digit && letter;
  }

  private static boolean isValueUnit(char unit) {
    return Folded.isWord(unit) || "-+/=.~".indexOf(unit) >= 0;
  }
}
