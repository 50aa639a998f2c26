package dev.jevprune.adapters.measure;

import java.nio.file.Path;
import java.util.function.LongConsumer;

/** How far a run is that reads several files at the same time. */
final class Advance {
  private final Progress progress;
  private final long total;
  private long done;

  /**
   * @param total the bytes of all files
   */
  Advance(Progress progress, long total) {
    this.progress = progress;
    this.total = total;
  }

  /** Takes the bytes of a file as they are read. */
  LongConsumer of(Path file) {
    return bytes -> add(bytes, file.toString());
  }

  private synchronized void add(long bytes, String name) {
    done += bytes;
    progress.at(Math.min(done, total), total, name);
  }

  /** Says that everything is read, whatever did not count. */
  synchronized void end() {
    progress.at(total, total, "");
  }
}
