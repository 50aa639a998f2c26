package dev.jevprune.core.selection;

import java.util.List;

/**
 * The look of keys that services hand out: a fixed beginning and a long rest.
 *
 * @param prefix how the key begins, case as it is
 * @param minRest how many characters must follow at least
 * @param mixed whether the rest must have both letters and digits; for prefixes that words have too
 */
record KeyShape(String prefix, int minRest, boolean mixed) {

  private static final List<KeyShape> ALL =
      List.of(
          new KeyShape("AKIA", 7, false),
          new KeyShape("ASIA", 16, false),
          new KeyShape("ghp_", 20, false),
          new KeyShape("gho_", 20, false),
          new KeyShape("ghu_", 20, false),
          new KeyShape("ghs_", 20, false),
          new KeyShape("ghr_", 20, false),
          new KeyShape("github_pat_", 20, false),
          new KeyShape("glpat-", 16, false),
          new KeyShape("npm_", 30, false),
          new KeyShape("hf_", 30, false),
          new KeyShape("AIza", 30, false),
          new KeyShape("xoxb-", 10, true),
          new KeyShape("xoxa-", 10, true),
          new KeyShape("xoxp-", 10, true),
          new KeyShape("xoxr-", 10, true),
          new KeyShape("xoxs-", 10, true),
          new KeyShape("sk-", 20, true),
          new KeyShape("sk_live_", 10, false),
          new KeyShape("rk_live_", 10, false));

  static boolean anyIn(String text) {
    for (KeyShape shape : ALL) {
      if (shape.isIn(text)) {
        return true;
      }
    }
    return hasWebToken(text);
  }

  private boolean isIn(String text) {
    for (int at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      int from = at + prefix.length();
      int end = run(text, from);
      if (end - from >= minRest
          && Folded.startsWord(text, at)
          && (!mixed || isMixed(text, from, end))) {
        return true;
      }
    }
    return false;
  }

  /** Two or three base64 pieces of which the first two are JSON objects. */
  private static boolean hasWebToken(String text) {
    for (int at = text.indexOf("eyJ"); at >= 0; at = text.indexOf("eyJ", at + 1)) {
      int end = run(text, at);
      if (end - at >= 10 && text.startsWith(".eyJ", end)) {
        return true;
      }
    }
    return false;
  }

  private static int run(String text, int from) {
    int end = from;
    while (end < text.length() && isKeyUnit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isKeyUnit(char unit) {
    return (unit >= 'a' && unit <= 'z')
        || (unit >= 'A' && unit <= 'Z')
        || (unit >= '0' && unit <= '9')
        || unit == '_'
        || unit == '-';
  }

  private static boolean isMixed(String text, int from, int end) {
    boolean digit = false;
    boolean letter = false;
    for (int i = from; i < end; i++) {
      digit |= Character.isDigit(text.charAt(i));
      letter |= Character.isLetter(text.charAt(i));
    }
    return digit && letter;
  }
}
