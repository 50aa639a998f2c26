package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.Optional;

/** Asks the worker of a data home to end. */
interface WorkerDrain {
  /** Asks, and returns what to tell the user; empty when there was nobody to ask. Never fails. */
  Optional<String> stop(Path dataHome);
}
