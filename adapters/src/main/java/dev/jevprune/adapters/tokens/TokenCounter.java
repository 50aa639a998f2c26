package dev.jevprune.adapters.tokens;

import java.time.Duration;

/**
 * Counts tokens of texts, as an o200k estimate. Counting never blocks on loading: {@link #prepare}
 * starts the load, {@link #ready} says whether it is done.
 */
public interface TokenCounter {

  /** Starts loading in the background when that has not happened yet; returns at once. */
  void prepare();

  /** Whether counting works now, waiting for a running load for at most {@code patience}. */
  boolean ready(Duration patience);

  /**
   * Tokens of {@code text}; a text above the counter's cap is estimated from its beginning.
   *
   * @throws IllegalStateException when the counter is not {@link #ready}
   */
  long count(String text);

  /** A counter that never becomes ready: sizes are then shown in bytes alone. */
  static TokenCounter none() {
    return new TokenCounter() {
      @Override
      public void prepare() {}

      @Override
      public boolean ready(Duration patience) {
        return false;
      }

      @Override
      public long count(String text) {
        throw new IllegalStateException("There is no token counter here; show bytes instead.");
      }
    };
  }
}
