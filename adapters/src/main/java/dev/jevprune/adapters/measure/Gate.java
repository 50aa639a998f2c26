package dev.jevprune.adapters.measure;

import dev.jevprune.core.lifecycle.ReadClass;
import java.util.Locale;

/** What would become of a read: left out as one of three classes, or kept for one reason. */
enum Gate {
  STALE(true),
  SUPERSEDED(true),
  EXACT_REPEAT(true),
  FAILED_READ(false),
  NON_TEXT_BLOCKS(false),
  BELOW_MIN_TOKENS(false),
  BELOW_MIN_BYTES(false),
  ABOVE_MAX_BYTES(false),
  MARKER_NO_WIN(false),
  FRESH_READ(false);

  private final boolean removable;

  Gate(boolean removable) {
    this.removable = removable;
  }

  boolean removable() {
    return removable;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The gate of a read, failed ones included. */
  static Gate of(Item read, Markers markers) {
    if (read.failed) {
      return FAILED_READ;
    }
    if (read.images > 0) {
      return NON_TEXT_BLOCKS;
    }
    ReadClass kind = read.readClass;
    if (kind != ReadClass.FRESH) {
      if (read.tokens() < Markers.MIN_TOKENS) {
        return BELOW_MIN_TOKENS;
      }
      boolean wins = markers.savedTokens(read) > 0 && markers.savedBytes(read) > 0;
      return !wins ? MARKER_NO_WIN : kind == ReadClass.STALE ? STALE : SUPERSEDED;
    }
    if (read.sameLater == null) {
      return FRESH_READ;
    }
    if (read.body.bytes() < Counts.MIN_BYTES) {
      return BELOW_MIN_BYTES;
    }
    return read.body.bytes() > Counts.MAX_BYTES ? ABOVE_MAX_BYTES : EXACT_REPEAT;
  }
}
