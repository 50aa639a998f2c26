package dev.jevprune.core.selection;

import java.util.Set;

/**
 * Whether a text looks as if it held a credential. This keeps bodies from being handled at all; it
 * hides nothing and is no redaction.
 *
 * <p>The work grows with the length of the text and not faster, whatever it holds: each search goes
 * forward only, looks a bounded way around a find, or keeps what it found out about the rest.
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

  /** A value that is longer is judged by this much of it. */
  private static final int MAX_VALUE = 256;

  /** How far before its scheme the name of a header may stand. */
  private static final int HEADER_REACH = 24;

  private Credentials() {}

  static boolean in(String text) {
    String folded = Folded.of(text);
    return hasPrivateKey(folded)
        || hasBearer(folded)
        || hasBasic(folded, text)
        || Assignments.anyIn(folded)
        || KeyShape.anyIn(text)
        || hasUserInfo(folded)
        || hasNetrcLine(folded);
  }

  /** A PEM header, of which only a line feed ends the line, or the header of a PuTTY key. */
  private static boolean hasPrivateKey(String folded) {
    String begin = "-----begin";
    int key = 0;
    int lineEnd = 0;
    for (int at = folded.indexOf(begin); at >= 0; at = folded.indexOf(begin, at + 1)) {
      int behind = at + begin.length();
      if (key < behind) {
        key = folded.indexOf("private key", behind);
      }
      if (key < 0) {
        break;
      }
      if (lineEnd < behind) {
        lineEnd = Folded.lineEnd(folded, behind);
      }
      if (key < lineEnd) {
        return true;
      }
    }
    return folded.contains("putty-user-key-file-");
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

  /** The scheme of user and password, encoded, in a header or in code that makes one. */
  private static boolean hasBasic(String folded, String text) {
    String basic = "basic ";
    for (int at = folded.indexOf(basic); at >= 0; at = folded.indexOf(basic, at + 1)) {
      int from = at + basic.length();
      int end = from;
      boolean plain = true;
      while (end < text.length() && end < from + MAX_VALUE && isBase64(text.charAt(end))) {
        plain &= Character.isLowerCase(text.charAt(end));
        end++;
      }
      String before = folded.substring(Math.max(0, at - HEADER_REACH), at);
      if (end - from >= 8 && !plain && before.contains("authorization")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBase64(char unit) {
    return (unit < 0x80 && Character.isLetterOrDigit(unit)) || "+/=-_".indexOf(unit) >= 0;
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

  /** {@code scheme://user:password@host}; the user may be empty. */
  private static boolean hasUserInfo(String folded) {
    for (int at = folded.indexOf("://"); at >= 0; at = folded.indexOf("://", at + 1)) {
      int colon = -1;
      for (int i = at + 3; i < folded.length(); i++) {
        char unit = folded.charAt(i);
        if (unit == '@') {
          if (colon > 0 && i > colon + 1) {
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

  /** {@code machine host login user password secret}. */
  private static boolean hasNetrcLine(String folded) {
    for (int start = 0; start < folded.length(); start = Folded.lineEnd(folded, start) + 1) {
      if (folded.startsWith("machine ", start)) {
        String line = folded.substring(start, Folded.lineEnd(folded, start));
        int login = line.indexOf(" login ");
        int password = login < 0 ? -1 : line.indexOf(" password ", login);
        if (password >= 0) {
          return true;
        }
      }
    }
    return false;
  }
}
