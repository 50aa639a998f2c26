package dev.jevprune.core.lifecycle;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether the provider's prompt cache still holds the conversation. */
public enum CacheState {
  /** It has provably expired: leaving something out costs no rewriting. */
  COLD,
  /** It may hold it. */
  WARM;

  private static final Duration MARGIN = Duration.ofMinutes(1);

  /**
   * Judges by what the host knows. Unknown is warm; a resume alone is not cold.
   *
   * @param idleMillis the age of the last answer, where it is known
   * @param reset whether a compaction or a change of the model came since the last answer
   * @param ttlSeconds the life of an entry as the user set it
   * @param longestLife the longest life that the provider gives an entry, where it is known
   */
  public static CacheState judge(
      OptionalLong idleMillis,
      boolean reset,
      OptionalLong ttlSeconds,
      Optional<Duration> longestLife) {
    if (reset) {
      return COLD;
    }
    Optional<Duration> life =
        ttlSeconds.isPresent()
            ? Optional.of(Duration.ofSeconds(ttlSeconds.getAsLong()))
            : longestLife.map(MARGIN::plus);
    return idleMillis.isPresent()
            && life.filter(l -> idleMillis.getAsLong() > l.toMillis()).isPresent()
        ? COLD
        : WARM;
  }
}
