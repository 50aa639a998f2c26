package dev.jevprune.core.economics;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The list prices of one model.
 *
 * @param model the pattern that this price is for: a model id, or the beginning of one and {@code
 *     *}
 * @param tiers by growing limit; the first holds from the first token on
 * @param lifetimes how long a prompt cache entry lives after its last use, the shortest first;
 *     empty when that is not known
 */
public record ModelPrice(String model, List<Tier> tiers, List<Duration> lifetimes) {

  /**
   * Prices of requests with more than a number of tokens.
   *
   * @param above the tokens of the prompt above which they hold, for the whole request
   */
  public record Tier(long above, Rates rates) {}

  /** Orders tiers and lifetimes. */
  public ModelPrice {
    tiers = tiers.stream().sorted(Comparator.comparingLong(Tier::above)).toList();
    lifetimes = lifetimes.stream().sorted().toList();
    if (tiers.isEmpty() || tiers.get(0).above() != 0) {
      throw new IllegalArgumentException("Prices start at the first token.");
    }
  }

  /** The prices of the short-context tier. */
  public Rates rates() {
    return tiers.get(0).rates();
  }

  /** The prices of a request of that many tokens. */
  public Rates rates(long promptTokens) {
    Rates rates = rates();
    for (Tier tier : tiers) {
      if (promptTokens > tier.above()) {
        rates = tier.rates();
      }
    }
    return rates;
  }

  /** What a request costs, by the tier that its prompt falls into. */
  public Cost cost(Tokens tokens) {
    return rates(tokens.prompt()).cost(tokens);
  }

  /** The longest time a cache entry may live after its last use, if known. */
  public Optional<Duration> longestLife() {
    return lifetimes.isEmpty()
        ? Optional.empty()
        : Optional.of(lifetimes.get(lifetimes.size() - 1));
  }

  /** The life of a cache entry that was not asked to live longer, if known. */
  public Optional<Duration> shortestLife() {
    return lifetimes.isEmpty() ? Optional.empty() : Optional.of(lifetimes.get(0));
  }
}
