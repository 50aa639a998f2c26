package dev.jevprune.adapters.measure;

/** Hears how far a measurement is. Called from one thread. */
public interface Progress {

  /** Hears nothing. */
  Progress NONE = (done, total, file) -> {};

  /**
   * Hears that some bytes were read.
   *
   * @param done bytes read
   * @param total bytes of all files
   * @param file the one that is being read
   */
  void at(long done, long total, String file);
}
