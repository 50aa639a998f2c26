package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.tokens.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Tokens of the pairs of an assessment, when they could be counted.
 *
 * @param saved tokens each pair saves: those of its texts less those of its marker
 * @param perByte tokens per byte of the counted texts, to scale what stands behind a pair: those
 *     texts are not here to be counted
 */
record Sizes(List<OptionalLong> saved, double perByte) {
  Sizes {
    saved = List.copyOf(saved);
  }

  static Sizes uncounted(Assessment assessment) {
    return new Sizes(assessment.pairs().stream().map(found -> OptionalLong.empty()).toList(), 0);
  }

  static Sizes counted(Assessment assessment, TokenCounter counter) {
    List<OptionalLong> saved = new ArrayList<>();
    long tokens = 0;
    long bytes = 0;
    for (Assessment.Found found : assessment.pairs()) {
      long body = found.pair().source().texts().stream().mapToLong(counter::count).sum();
      tokens += body;
      bytes += found.source().bytes();
      saved.add(OptionalLong.of(body - counter.count(found.marker())));
    }
    for (Aged aged : assessment.aged()) {
      if (aged.savedTokens().isPresent()) {
        tokens += aged.savedTokens().getAsLong() + counter.count(aged.marker());
        bytes += aged.call().bytes();
      }
    }
    return new Sizes(saved, bytes == 0 ? 0 : (double) tokens / bytes);
  }

  boolean isCounted() {
    return perByte > 0;
  }

  /** About how many tokens {@code bytes} of this conversation have. */
  OptionalLong about(long bytes) {
    return isCounted() ? OptionalLong.of(Math.round(bytes * perByte)) : OptionalLong.empty();
  }

  long totalSaved() {
    return saved.stream().mapToLong(tokens -> tokens.orElse(0)).sum();
  }
}
