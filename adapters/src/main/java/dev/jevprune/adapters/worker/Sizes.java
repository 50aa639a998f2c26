package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.tokens.TokenCounter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tokens of reads that may be left out, when they could be counted.
 *
 * @param saved by the source's id: the tokens a pair saves, those of its texts less those of its
 *     marker
 * @param perByte tokens per byte of the counted texts, to scale what stands behind a read: those
 *     texts are not here to be counted; 0 when nothing is known
 */
record Sizes(Map<String, Long> saved, double perByte) {
  Sizes {
    saved = Map.copyOf(saved);
  }

  /**
   * The sizes of these reads.
   *
   * @param counter where it is loaded
   * @param known tokens per byte of what was counted in this session before; 0 when nothing was
   */
  static Sizes of(
      List<Assessment.Found> pairs, List<Aged> aged, Optional<TokenCounter> counter, double known) {
    if (counter.isEmpty()) {
      return new Sizes(Map.of(), known);
    }
    Map<String, Long> saved = new HashMap<>();
    long tokens = 0;
    long bytes = 0;
    for (Assessment.Found found : pairs) {
      long body = found.pair().source().texts().stream().mapToLong(counter.get()::count).sum();
      tokens += body;
      bytes += found.source().bytes();
      saved.put(found.id(), body - counter.get().count(found.marker()));
    }
    for (Aged read : aged) {
      if (read.savedTokens().isPresent()) {
        tokens += read.savedTokens().getAsLong() + counter.get().count(read.marker());
        bytes += read.call().bytes();
      }
    }
    return new Sizes(saved, bytes == 0 ? known : (double) tokens / bytes);
  }

  /** The tokens that a pair saves. */
  OptionalLong saved(String id) {
    Long tokens = saved.get(id);
    return tokens == null ? OptionalLong.empty() : OptionalLong.of(tokens);
  }

  /** About how many tokens {@code bytes} of this conversation have. */
  OptionalLong about(long bytes) {
    return perByte > 0 ? OptionalLong.of(Math.round(bytes * perByte)) : OptionalLong.empty();
  }
}
