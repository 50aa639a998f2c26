package dev.jevprune.core.economics;

import java.util.OptionalDouble;

/**
 * After how many later requests an edit in a warm prefix has paid. What stands behind the edit is
 * written to the cache again once, which costs (w − r) for each of its tokens; what was left out
 * saves r a token in each later request.
 */
public final class BreakEven {

  private BreakEven() {}

  /**
   * (w − r)/r · S/k.
   *
   * @param rates prices of the model; only their ratios count
   * @param behind S, the cached tokens behind the edit
   * @param removed k, the tokens that are left out, less those of the marker
   * @return how many requests; 0 when nothing is behind the edit; nothing when it never pays
   *     because nothing is left out or reading the cache is free
   */
  public static OptionalDouble requests(Rates rates, long behind, long removed) {
    return requests(rates.writeRatio(), rates.readRatio(), behind, removed);
  }

  /**
   * The same, from the multipliers of the input price.
   *
   * @param write w
   * @param read r
   */
  public static OptionalDouble requests(double write, double read, long behind, long removed) {
    if (removed <= 0 || read <= 0) {
      return OptionalDouble.empty();
    }
    if (behind <= 0 || write <= read) {
      return OptionalDouble.of(0);
    }
    return OptionalDouble.of((write - read) / read * behind / removed);
  }
}
