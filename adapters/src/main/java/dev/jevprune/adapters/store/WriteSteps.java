package dev.jevprune.adapters.store;

import java.io.IOException;
import java.nio.file.Path;

/** A hook that is called before each step of a write. Tests fail a write at any step with it. */
@FunctionalInterface
interface WriteSteps {

  /** The steps of one atomic write, in order. */
  enum Step {
    CREATE,
    WRITE,
    SYNC,
    RENAME,
    SYNC_FOLDER
  }

  WriteSteps NONE = (step, file) -> {};

  void before(Step step, Path file) throws IOException;
}
