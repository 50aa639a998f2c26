package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.PriceTable;
import java.util.Optional;

/**
 * Which price a request has.
 *
 * @param table the prices
 * @param asModel a model whose price every request takes, whatever it was sent to
 * @param plan whether a plan is billed and no tokens: then nothing has a price
 */
public record Pricing(PriceTable table, Optional<String> asModel, boolean plan) {

  /** The shipped prices. */
  public static Pricing standard() {
    return new Pricing(PriceTable.shipped(), Optional.empty(), false);
  }

  Optional<ModelPrice> of(String provider, String model) {
    if (plan) {
      return Optional.empty();
    }
    return asModel.isPresent() ? table.lookup(asModel.get()) : table.lookup(provider, model);
  }
}
