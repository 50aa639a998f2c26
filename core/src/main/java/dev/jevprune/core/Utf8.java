package dev.jevprune.core;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8 measures of Java text. Java's own encoder turns a lone surrogate into {@code ?} without a
 * word, so text must be asked first whether it is well-formed.
 */
public final class Utf8 {

  private Utf8() {}

  /** Whether every surrogate of {@code text} is one half of a pair. */
  public static boolean isWellFormed(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char unit = text.charAt(i);
      if (Character.isSurrogate(unit)) {
        if (Character.isLowSurrogate(unit)
            || i + 1 == length
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /**
   * The bytes {@code text} takes in UTF-8; a lone surrogate counts three, as its replacement does.
   */
  public static int length(String text) {
    int length = text.length();
    int bytes = length;
    for (int i = 0; i < length; i++) {
      char unit = text.charAt(i);
      if (unit >= 0x80) {
        bytes++;
        if (unit >= 0x800) {
          bytes++;
          if (Character.isHighSurrogate(unit)
              && i + 1 < length
              && Character.isLowSurrogate(text.charAt(i + 1))) {
            i++;
          }
        }
      }
    }
    return bytes;
  }

  /**
   * The UTF-8 bytes of well-formed text.
   *
   * @throws IllegalArgumentException if the text holds a lone surrogate
   */
  public static byte[] bytes(String text) {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException(
          "The text holds half of a surrogate pair and has no UTF-8 form.");
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The longest beginning of {@code text} that takes at most {@code maxBytes} bytes and does not
   * cut a surrogate pair in two: half an emoji in a report made whole sessions unreadable
   * elsewhere.
   */
  public static String prefix(String text, int maxBytes) {
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      int units = Character.charCount(codePoint);
      bytes += units == 2 ? 4 : codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : 3;
      if (bytes > maxBytes) {
        break;
      }
      end += units;
    }
    return text.substring(0, end);
  }
}
