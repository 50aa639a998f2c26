package dev.jevprune.adapters.measure;

import java.util.Arrays;

/**
 * One pass over a text for all that is kept of it: its UTF-8 bytes, a digest, a hash of each line.
 * The digest is a fast one: it tells texts apart in a report and proves nothing. Measuring spends
 * much of its time here, so characters are taken four at a time. For one thread, text after text.
 */
final class TextScan {
  /** A longer text gets an array that is not kept. */
  private static final int MAX_KEPT_CHARS = 1 << 20;

  /** A reminder that a host put behind the text is no part of the file. */
  private static final String REMINDER = "<system-reminder>";

  private static final long LINE_MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long TEXT_MULTIPLIER = 0xD6E8FEB86659FD93L;
  private static final long BEYOND_ASCII = 0xFF80FF80FF80FF80L;

  private char[] chars = new char[1 << 12];
  private long[] hashes = new long[1 << 9];
  private int lines;
  private int fileLines;
  private long bytes;
  private long high;
  private long low;

  /** Passes over a text; what is asked afterwards is about it. */
  void read(String text) {
    int length = text.length();
    char[] all = room(length);
    text.getChars(0, length, all, 0);
    lines = 0;
    fileLines = -1;
    bytes = length;
    high = length;
    low = length;
    for (int start = 0; start <= length; ) {
      int found = text.indexOf('\n', start);
      int end = found < 0 ? length : found;
      if (fileLines < 0 && start < end && all[start] == '<' && text.startsWith(REMINDER, start)) {
        fileLines = lines;
      }
      line(all, start, end);
      start = end + 1;
    }
  }

  private char[] room(int length) {
    if (length > MAX_KEPT_CHARS) {
      return new char[length];
    }
    if (length > chars.length) {
      chars = new char[MAX_KEPT_CHARS];
    }
    return chars;
  }

  /** The hash of a line does not depend on its place; that of an empty one is 0. */
  private void line(char[] all, int start, int end) {
    long hash = 0;
    long text = low;
    int at = start;
    for (; at + 4 <= end; at += 4) {
      long four =
          all[at] | (long) all[at + 1] << 16 | (long) all[at + 2] << 32 | (long) all[at + 3] << 48;
      hash = mix(hash ^ four, LINE_MULTIPLIER);
      text = mix(text ^ four, TEXT_MULTIPLIER);
      if ((four & BEYOND_ASCII) != 0) {
        bytes += moreBytes(four);
      }
    }
    if (at < end) {
      long rest = 0;
      for (int i = end - 1; i >= at; i--) {
        rest = rest << 16 | all[i];
      }
      bytes += moreBytes(rest);
      rest |= (long) (end - at) << 48; // at most three are left
      hash = mix(hash ^ rest, LINE_MULTIPLIER);
      text = mix(text ^ rest, TEXT_MULTIPLIER);
    }
    low = mix(text ^ (end - start), TEXT_MULTIPLIER);
    high = mix(high ^ hash, LINE_MULTIPLIER);
    if (lines == hashes.length) {
      hashes = Arrays.copyOf(hashes, lines * 2);
    }
    hashes[lines++] = hash;
  }

  private static long mix(long value, long multiplier) {
    long product = value * multiplier;
    return product ^ product >>> 32;
  }

  /**
   * What four characters take in UTF-8 beyond a byte each. A half of a pair counts as two bytes; a
   * lone one, which goes out as three, is rare and broken.
   */
  private static int moreBytes(long four) {
    int more = 0;
    for (long rest = four; rest != 0; rest >>>= 16) {
      char unit = (char) rest;
      more += unit < 0x80 ? 0 : unit < 0x800 || Character.isSurrogate(unit) ? 1 : 2;
    }
    return more;
  }

  long bytes() {
    return bytes;
  }

  /** The first half of the digest. */
  long high() {
    return high;
  }

  /** The second half of the digest. */
  long low() {
    return low;
  }

  /** The lines up to a host's reminder, without empty ones at the end. */
  LineHashes lines() {
    int count = fileLines < 0 ? lines : fileLines;
    while (count > 0 && hashes[count - 1] == 0) {
      count--;
    }
    return new LineHashes(Arrays.copyOf(hashes, count));
  }
}
