package dev.jevprune.adapters.store;

import java.io.IOException;

/** A state file that cannot be read or written. The message names the file and what to do. */
public final class StoreException extends IOException {

  /** What the caller does differently. */
  public enum Kind {
    /** The file was damaged; it has been set aside and counts as absent from now on. */
    DAMAGED,
    /** The file was written by a newer version; it stays as it is. */
    NEWER,
    /** A symbolic link or something else that we did not make stands in the way. */
    FOREIGN,
    /** The file changed since it was read. */
    CHANGED,
    /** More than the file may hold. */
    FULL
  }

  private final Kind kind;

  StoreException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
