package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.Optional;

/** Asks the worker of a data home to end. */
interface WorkerDrain {
  /** For where no worker can run. */
  WorkerDrain NONE = dataHome -> Optional.empty();

  /** Asks, and returns what to tell the user; empty when there was nobody to ask. Never fails. */
  Optional<String> stop(Path dataHome);
}
