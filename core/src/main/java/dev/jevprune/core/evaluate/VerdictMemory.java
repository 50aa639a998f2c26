package dev.jevprune.core.evaluate;

import dev.jevprune.core.Digest;
import java.util.Optional;

/** The verdicts of earlier assessments. */
@FunctionalInterface
public interface VerdictMemory {

  /** Remembers nothing. */
  VerdictMemory NONE = key -> Optional.empty();

  /** What was answered about the content of that key, if it was ever asked about. */
  Optional<Scores> find(Digest key);
}
