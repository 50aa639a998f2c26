package dev.jevprune.installer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Asks the worker of a data home to end. */
interface WorkerDrain {
  /**
   * After an upgrade nothing depends on the old worker's end: with the time it may take to answer
   * this is at most a second.
   */
  Duration BESIDE = Duration.ofMillis(600);

  /** Before a removal: what its last request may take, since it writes where things are removed. */
  Duration BEFORE = Duration.ofSeconds(5);

  /**
   * Asks, and returns what to tell the user; empty when there was nobody to ask. Never fails.
   *
   * @param patience how long its process may take to be gone once it has answered
   */
  Optional<String> stop(Path dataHome, Duration patience);
}
