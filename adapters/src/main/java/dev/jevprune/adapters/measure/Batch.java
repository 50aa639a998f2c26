package dev.jevprune.adapters.measure;

import java.util.List;
import java.util.function.Consumer;

/**
 * Some records of a file, to be read in any thread.
 *
 * @param bytes what they take of the file, for progress and for bounding what waits
 */
record Batch(long bytes, Reader reader) {

  /** Reads the records. */
  interface Reader {
    /** Says what the records say; returns how many of them are broken. */
    long read(Consumer<Event> out);
  }

  /** What a batch said. */
  record Said(List<Event> events, long broken, long bytes) {}
}
