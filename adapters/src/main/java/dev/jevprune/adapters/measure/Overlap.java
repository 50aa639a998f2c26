package dev.jevprune.adapters.measure;

import java.util.Locale;

/** What may also be true of a read, of any class. */
enum Overlap {
  /** A later read had the same arguments and the same text. */
  EXACT_REPEAT,
  /** The same, with 256 to 8,000 bytes. */
  EXACT_REPEAT_256_8000,
  /** A later read of the file showed all of its lines' places; the text may differ. */
  RANGE_CONTAINED,
  /** A later read of the file held its text. */
  TEXT_CONTAINED,
  /** Its text was in the context already, in an earlier read of the file. */
  ALREADY_IN_CONTEXT;

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean isTrueOf(Item read) {
    long bytes = read.body.bytes();
    return switch (this) {
      case EXACT_REPEAT -> read.sameLater != null;
      case EXACT_REPEAT_256_8000 ->
          read.sameLater != null && bytes >= Counts.MIN_BYTES && bytes <= Counts.MAX_BYTES;
      case RANGE_CONTAINED -> read.rangeContained;
      case TEXT_CONTAINED -> read.textContained;
      case ALREADY_IN_CONTEXT -> read.alreadyThere;
    };
  }
}
