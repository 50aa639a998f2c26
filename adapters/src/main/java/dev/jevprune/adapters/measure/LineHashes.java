package dev.jevprune.adapters.measure;

/** A hash of each line of a text. */
final class LineHashes {
  static final LineHashes NONE = new LineHashes(new long[0]);

  private final long[] hashes;

  /** Takes over the array. */
  LineHashes(long[] hashes) {
    this.hashes = hashes;
  }

  int count() {
    return hashes.length;
  }

  /** Whether these lines stand among the others in one piece. */
  boolean isWithin(LineHashes other) {
    int length = hashes.length;
    if (length == 0 || length > other.hashes.length) {
      return false;
    }
    for (int start = 0; start + length <= other.hashes.length; start++) {
      int at = 0;
      while (at < length && other.hashes[start + at] == hashes[at]) {
        at++;
      }
      if (at == length) {
        return true;
      }
    }
    return false;
  }
}
