package dev.jevprune.adapters.worker;

import dev.jevprune.core.economics.Advice;
import dev.jevprune.core.lifecycle.CacheState;
import java.util.List;
import java.util.OptionalLong;

/**
 * What leaving some reads out together takes from each later request, and what stands behind the
 * first of them.
 *
 * @param bytes UTF-8 bytes of the bodies less those of their markers
 * @param tokens the same in o200k tokens, where they could be counted
 * @param behind UTF-8 bytes of the text behind the first of them
 * @param behindTokens about how many tokens those have
 */
record Worth(long bytes, OptionalLong tokens, long behind, OptionalLong behindTokens) {

  static Worth of(List<Assessment.Found> pairs, List<Aged> aged, Sizes sizes) {
    long bytes =
        pairs.stream().mapToLong(Assessment.Found::saved).sum()
            + aged.stream().mapToLong(Aged::saved).sum();
    long behind =
        Math.max(
            pairs.stream().mapToLong(found -> found.source().after()).max().orElse(0),
            aged.stream().mapToLong(read -> read.call().after()).max().orElse(0));
    return new Worth(bytes, tokens(pairs, aged, sizes), behind, sizes.about(behind));
  }

  private static OptionalLong tokens(List<Assessment.Found> pairs, List<Aged> aged, Sizes sizes) {
    long sum = 0;
    for (Assessment.Found pair : pairs) {
      OptionalLong saved = sizes.saved(pair.id());
      if (saved.isEmpty()) {
        return saved;
      }
      sum += saved.getAsLong();
    }
    for (Aged read : aged) {
      if (read.savedTokens().isEmpty()) {
        return read.savedTokens();
      }
      sum += read.savedTokens().getAsLong();
    }
    return OptionalLong.of(sum);
  }

  /**
   * Now, later or never.
   *
   * @param laterRequests how many requests are expected still
   */
  Advice advice(Ticket.Terms terms, long laterRequests) {
    boolean counted = tokens.isPresent() && behindTokens.isPresent();
    return Advice.of(
        terms.shares().write(),
        terms.shares().read(),
        counted ? behindTokens.getAsLong() : behind,
        counted ? tokens.getAsLong() : bytes,
        laterRequests,
        terms.cache() == CacheState.COLD);
  }

  /** {@code 838 bytes and 209 tokens (o200k estimate)}. */
  String size() {
    return Wording.count(bytes, "byte")
        + (tokens.isPresent()
            ? " and " + Wording.count(tokens.getAsLong(), "token") + " (o200k estimate)"
            : " (tokens are not counted yet)");
  }

  /** What the change costs once. */
  String price(Ticket.Terms terms) {
    if (terms.cache() == CacheState.COLD) {
      return "The price: none. The prompt cache is cold now, so what stands behind the first one"
          + " is written anew in any case.";
    }
    return "The price: the provider writes what stands behind the first one to its prompt cache"
        + " again, once: "
        + Wording.count(behind, "byte")
        + (behindTokens.isPresent()
            ? ", about "
                + Wording.count(behindTokens.getAsLong(), "token")
                + " (scaled o200k estimate)"
                + terms
                    .shares()
                    .again(behindTokens.getAsLong())
                    .map(
                        more ->
                            ", " + more + " more than reading it (" + terms.shares().origin() + ")")
                    .orElse("")
            : "")
        + ".";
  }
}
