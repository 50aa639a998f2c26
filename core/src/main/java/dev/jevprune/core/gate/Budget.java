package dev.jevprune.core.gate;

import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a conversation fits, in the tokens that the provider counts, never in estimates of ours.
 * All numbers are 0 or more.
 *
 * @param inputTokens what the next request is expected to hold
 * @param generationReserve what the answer needs
 * @param uncertaintyMargin what the expectation may be off by
 * @param window the model's context window
 * @param scopedTokens what counts against the host's own limit
 * @param scopedLimit the host's own limit: where it starts to compact
 * @param hysteresis how far below that limit one must be, so that the next turn does not ask again
 */
public record Budget(
    BigInteger inputTokens,
    BigInteger generationReserve,
    BigInteger uncertaintyMargin,
    BigInteger window,
    BigInteger scopedTokens,
    BigInteger scopedLimit,
    BigInteger hysteresis) {

  private static final List<String> NAMES =
      List.of(
          "input_tokens",
          "generation_reserve",
          "uncertainty_margin",
          "window",
          "scoped_tokens",
          "scoped_limit",
          "hysteresis");

  /** Refuses negative numbers. */
  public Budget {
    for (BigInteger number :
        List.of(
            inputTokens,
            generationReserve,
            uncertaintyMargin,
            window,
            scopedTokens,
            scopedLimit,
            hysteresis)) {
      if (number.signum() < 0) {
        throw new IllegalArgumentException("A number of tokens cannot be negative.");
      }
    }
  }

  /**
   * The budget that an object states under the names {@code input_tokens}, {@code
   * generation_reserve}, {@code uncertainty_margin}, {@code window}, {@code scoped_tokens}, {@code
   * scoped_limit}, {@code hysteresis}. Nothing unless all seven are whole numbers of 0 or more:
   * half a budget must not look like one that fits.
   */
  public static Optional<Budget> parse(JsonObject object) {
    List<BigInteger> numbers = new ArrayList<>(NAMES.size());
    for (String name : NAMES) {
      if (!(object.get(name).orElse(object) instanceof JsonNumber number) || !number.isInteger()) {
        return Optional.empty();
      }
      BigInteger value = new BigInteger(number.literal());
      if (value.signum() < 0) {
        return Optional.empty();
      }
      numbers.add(value);
    }
    return Optional.of(
        new Budget(
            numbers.get(0),
            numbers.get(1),
            numbers.get(2),
            numbers.get(3),
            numbers.get(4),
            numbers.get(5),
            numbers.get(6)));
  }

  /**
   * Whether the next request fits the window with its answer and the margin, and stands clear of
   * the host's own limit. Without a window or a limit nothing fits.
   */
  public boolean fits() {
    return window.signum() > 0
        && scopedLimit.signum() > 0
        && inputTokens.add(generationReserve).add(uncertaintyMargin).compareTo(window) <= 0
        && scopedTokens.add(hysteresis).compareTo(scopedLimit) < 0;
  }
}
