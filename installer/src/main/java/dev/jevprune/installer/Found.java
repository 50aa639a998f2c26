package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import java.util.Optional;

/**
 * What stands at a path now.
 *
 * @param state what it is
 * @param bytes its size, -1 when it is no file
 * @param sha256 its hash, empty when it is no file
 * @param detail for a link: which path is the link and where it goes; for a blocked path: what
 *     blocks
 */
record Found(State state, long bytes, Optional<Digest> sha256, String detail) {
  enum State {
    ABSENT,
    FILE,
    FOLDER,
    LINK,
    /** A folder above it is a file, or cannot be read. */
    BLOCKED
  }

  static Found of(State state, String detail) {
    return new Found(state, -1, Optional.empty(), detail);
  }

  boolean is(State wanted) {
    return state == wanted;
  }
}
