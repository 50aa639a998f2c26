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
record Body(long bytes, long tokens, long high, long low, LineHashes lines) {
  static final Body EMPTY = new Body(0, 0, 0, 0, LineHashes.NONE);

  /** The same without its lines, for what is no read. */
  Body withoutLines() {
    return lines.count() == 0 ? this : new Body(bytes, tokens, high, low, LineHashes.NONE);
  }
}
