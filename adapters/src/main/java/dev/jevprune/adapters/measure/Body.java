package dev.jevprune.adapters.measure;

/**
 * What is kept of a text.
 *
 * @param bytes its UTF-8 bytes
 * @param tokens its o200k tokens, or a quarter of its bytes where tokens are not counted
 * @param high the first half of a 128-bit digest; equal texts have equal digests
 * @param low the second half
 * @param lines a hash of each line; empty for what is no tool result
 */
record Body(long bytes, long tokens, long high, long low, long[] lines) {
  static final Body EMPTY = new Body(0, 0, 0, 0, new long[0]);

  boolean sameText(Body other) {
    return high == other.high && low == other.low && bytes == other.bytes;
  }

  /** The same without its lines, for what is no read. */
  Body withoutLines() {
    return lines.length == 0 ? this : new Body(bytes, tokens, high, low, EMPTY.lines);
  }

  /** Whether these lines stand in the other text in one piece. */
  boolean isWithin(Body other) {
    int length = lines.length;
    if (length == 0 || length > other.lines.length) {
      return false;
    }
    for (int start = 0; start + length <= other.lines.length; start++) {
      int at = 0;
      while (at < length && other.lines[start + at] == lines[at]) {
        at++;
      }
      if (at == length) {
        return true;
      }
    }
    return false;
  }
}
