package dev.jevprune.adapters.worker;

import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.Money;
import dev.jevprune.core.economics.Rates;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * What writing to the prompt cache and reading from it cost, as shares of the input price.
 *
 * @param write w
 * @param read r
 * @param rates the prices they are from, where the model has any
 * @param origin where they are from, for the user
 */
record CacheShares(double write, double read, Optional<Rates> rates, String origin) {

  /** What most providers with a prompt cache ask. */
  static final CacheShares USUAL = new CacheShares(1.25, 0.1, Optional.empty(), "usual shares");

  private static final int DIGITS = 3;

  /**
   * Those of a model, else the usual ones.
   *
   * @param date of the price table
   */
  static CacheShares of(Optional<ModelPrice> price, String date) {
    return price
        .map(ModelPrice::rates)
        .map(
            rates ->
                new CacheShares(
                    rates.writeRatio(),
                    rates.readRatio(),
                    Optional.of(rates),
                    "list prices of " + date))
        .orElse(USUAL);
  }

  /** What writing these tokens again costs more than reading them, where prices are known. */
  Optional<Money> again(long tokens) {
    return rates.map(
        price -> new Money(Math.multiplyExact(tokens, Math.max(0, price.write() - price.read()))));
  }

  /** For the user. */
  String text() {
    return "a cache write at "
        + spelled(write)
        + ", a read at "
        + spelled(read)
        + " of the input price ("
        + origin
        + ")";
  }

  static String spelled(double share) {
    return BigDecimal.valueOf(share)
        .setScale(DIGITS, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }
}
