package dev.jevprune.core.selection;

import java.util.Set;

/**
 * Whether a text looks as if it held a credential. This keeps bodies from being handled at all; it
 * hides nothing and is no redaction.
 */
final class Credentials {

  private static final Set<String> NO_CREDENTIAL_AFTER_BEARER =
      Set.of(
          "a",
          "an",
          "and",
          "auth",
          "authentication",
          "authorization",
          "for",
          "from",
          "in",
          "is",
          "of",
          "or",
          "scheme",
          "shares",
          "the",
          "to",
          "token",
          "tokens",
          "was",
          "with");

  private Credentials() {}

  static boolean in(String text) {
    String folded = Folded.of(text);
    return hasPrivateKey(folded)
        || hasBearer(folded)
        || Assignments.anyIn(folded)
        || KeyShape.anyIn(text)
        || hasUserInfo(folded);
  }

  /** A PEM header; only a line feed ends its line. */
  private static boolean hasPrivateKey(String folded) {
    String begin = "-----begin";
    for (int at = folded.indexOf(begin); at >= 0; at = folded.indexOf(begin, at + 1)) {
      int key = folded.indexOf("private key", at + begin.length());
      if (key < 0) {
        return false;
      }
      if (key < Folded.lineEnd(folded, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasBearer(String folded) {
    String bearer = "bearer";
    for (int at = folded.indexOf(bearer); at >= 0; at = folded.indexOf(bearer, at + 1)) {
      int end = at + bearer.length();
      int value = Folded.skipSpace(folded, end);
      if (value > end
          && value < folded.length()
          && Folded.startsWord(folded, at)
          && !NO_CREDENTIAL_AFTER_BEARER.contains(word(folded, value))) {
        return true;
      }
    }
    return false;
  }

  /** The whole word at {@code from}; empty when it goes on with what no plain word has. */
  private static String word(String folded, int from) {
    int end = from;
    while (end < folded.length() && Character.isLetter(folded.charAt(end))) {
      end++;
    }
    return goesOn(folded, end) ? "" : folded.substring(from, end);
  }

  private static boolean goesOn(String folded, int end) {
    if (end == folded.length()) {
      return false;
    }
    char unit = folded.charAt(end);
    if (unit == '.') { // the end of a sentence does not count
      return end + 1 < folded.length() && !Folded.isSpace(folded.charAt(end + 1));
    }
    return Folded.isWord(unit) || "-/+=~".indexOf(unit) >= 0;
  }

  /** {@code scheme://user:password@host}. */
  private static boolean hasUserInfo(String folded) {
    for (int at = folded.indexOf("://"); at >= 0; at = folded.indexOf("://", at + 1)) {
      int colon = -1;
      for (int i = at + 3; i < folded.length(); i++) {
        char unit = folded.charAt(i);
        if (unit == '@') {
          if (colon > at + 3 && i > colon + 1) {
            return true;
          }
          break;
        }
        if (unit == ':' && colon < 0) {
          colon = i;
        } else if (unit == '/'
            || unit == '"'
            || unit == '\''
            || unit == '`'
            || Folded.isSpace(unit)) {
          break;
        }
      }
    }
    return false;
  }
}
