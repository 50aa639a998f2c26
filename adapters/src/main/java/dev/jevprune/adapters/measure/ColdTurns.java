package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.Tokens;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says for which requests the prompt cache held nothing: the first behind a compaction, the first
 * to another model, those of which the bill says so, and, where there is no bill, those that came
 * later than any cache entry lives. Unknown is warm.
 */
final class ColdTurns {
  private static final Duration UNKNOWN_LIFE = Duration.ofHours(1);
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private ColdTurns() {}

  static void mark(Segment segment) {
    List<Ask> asks = segment.asks;
    boolean cacheSeen = asks.stream().anyMatch(ask -> ask.billed != null && ask.billed.read() > 0);
    for (int t = 0; t < asks.size(); t++) {
      Ask ask = asks.get(t);
      ask.cold = t == 0 ? segment.startsCold : isCold(asks.get(t - 1), ask, cacheSeen);
    }
  }

  private static boolean isCold(Ask before, Ask ask, boolean cacheSeen) {
    if (!ask.model.equals(before.model)) {
      return true;
    }
    @Nullable Tokens bill = ask.billed;
    @Nullable Tokens billBefore = before.billed;
    if (bill != null && billBefore != null && cacheSeen) {
      // The tools and the system prompt may still be cached for another session.
      return bill.read() * 2 < billBefore.prompt();
    }
    Duration life = ask.price.flatMap(ModelPrice::longestLife).orElse(UNKNOWN_LIFE).plus(MARGIN);
    return before.millis > 0 && ask.millis - before.millis > life.toMillis();
  }
}
