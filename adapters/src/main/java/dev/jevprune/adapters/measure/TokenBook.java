package dev.jevprune.adapters.measure;

import dev.jevprune.adapters.tokens.TokenCounter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Counts each text once, by its digest. Safe for several threads. Without a counter a token is four
 * bytes, and the report says so.
 */
final class TokenBook {
  private static final int MAX_KNOWN = 400_000;
  private static final int BYTES_PER_TOKEN = 4;

  private record Key(long high, long low) {}

  private final TokenCounter counter;
  private final boolean counting;
  private final ConcurrentMap<Key, Long> known = new ConcurrentHashMap<>();

  private TokenBook(TokenCounter counter, boolean counting) {
    this.counter = counter;
    this.counting = counting;
  }

  /**
   * @param counter ready
   */
  static TokenBook counting(TokenCounter counter) {
    return new TokenBook(counter, true);
  }

  static TokenBook estimating() {
    return new TokenBook(TokenCounter.none(), false);
  }

  boolean isCounting() {
    return counting;
  }

  long count(String text, long bytes, long high, long low) {
    if (!counting) {
      return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    }
    Key key = new Key(high, low);
    Long seen = known.get(key);
    if (seen != null) {
      return seen;
    }
    long counted = counter.count(text);
    if (known.size() >= MAX_KNOWN) {
      known.clear(); // a text that comes again is then counted again
    }
    known.put(key, counted);
    return counted;
  }
}
