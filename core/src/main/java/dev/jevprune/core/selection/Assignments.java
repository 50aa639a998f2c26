package dev.jevprune.core.selection;

import java.util.List;
import java.util.Set;

/**
 * Names of credentials with a value behind a colon or an equals sign, as config files and JSON have
 * them, or in an element of their own. Around each sign a bounded piece of text is looked at, and
 * the white space and quotes up to the next sign.
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
      List.of(
          "token",
          "pwd",
          "credential",
          "credentials",
          "authorization",
          "dbpass",
          "userpass",
          "mailpass",
          "smtppass",
          "rootpass",
          "sshpass",
          "accountkey",
          "encryptionkey",
          "signingkey",
          "masterkey",
          "authkey");

  private static final Set<String> TYPES =
      Set.of(
          "string",
          "str",
          "char",
          "chararray",
          "text",
          "varchar",
          "bytes",
          "byte",
          "bool",
          "boolean",
          "int",
          "integer",
          "number",
          "any",
          "unknown",
          "object",
          "optional",
          "option",
          "secretstr",
          "null",
          "none",
          "nil",
          "undefined",
          "void",
          "never");

  /** A longer value is one, whatever follows. */
  private static final int MAX_VALUE = 256;

  private Assignments() {}

  static boolean anyIn(String folded) {
    for (int at = 0; at < folded.length(); at++) {
      char unit = folded.charAt(at);
      if (unit == ':' || unit == '=') {
        String name = nameBefore(folded, at);
        if ((endsIn(name, STRONG) && !hasNoValue(folded, at))
            || (endsIn(name, WEAK) && hasLiteral(folded, at, name))) {
          return true;
        }
      } else if (unit == '>' && isElement(folded, at)) {
        return true;
      }
    }
    return false;
  }

  /** {@code <password>text}. */
  private static boolean isElement(String folded, int sign) {
    int start = sign;
    while (start > 0 && sign - start < MAX_NAME && isNameUnit(folded.charAt(start - 1))) {
      start--;
    }
    return start > 0
        && folded.charAt(start - 1) == '<'
        && sign + 1 < folded.length()
        && isValueUnit(folded.charAt(sign + 1))
        && endsIn(folded.substring(start, sign).replace("_", "").replace("-", ""), STRONG);
  }

  /**
   * An empty line of an env file ({@code NAME=} and nothing), or a declaration that names nothing
   * but types ({@code name: string | null;}). All else behind a strong name counts as a value.
   */
  private static boolean hasNoValue(String folded, int sign) {
    int at = sign + 1;
    if (folded.charAt(sign) == '=') {
      return Folded.isWord(folded.charAt(sign - 1))
          && (at == folded.length() || folded.charAt(at) == '\n' || folded.charAt(at) == '\r');
    }
    int words = 0;
    int limit = Math.min(folded.length(), at + MAX_VALUE);
    while (at < limit) {
      char unit = folded.charAt(at);
      if (Folded.isWord(unit)) {
        int start = at;
        while (at < limit && Folded.isWord(folded.charAt(at))) {
          at++;
        }
        if (!TYPES.contains(folded.substring(start, at))) {
          return false;
        }
        words++;
      } else if (";,)}\r\n".indexOf(unit) >= 0) {
        return words > 0;
      } else if (" \t|?![]<>".indexOf(unit) >= 0) {
        at++;
      } else {
        return false;
      }
    }
    return words > 0 && at == folded.length();
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
    int limit = Math.min(folded.length(), quote + MAX_VALUE);
    while (end < limit && isValueUnit(folded.charAt(end))) {
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
