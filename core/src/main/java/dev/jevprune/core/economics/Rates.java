package dev.jevprune.core.economics;

/**
 * The prices of one tier, in picodollars a token (a price of $1 per million tokens is 1,000,000).
 *
 * @param input a token that no cache knows and none is to keep
 * @param read a token read from the prompt cache
 * @param write a token written to it for the shortest life; {@code input} where writing is free
 * @param longWrite a token written for a longer life; {@code write} where there is none
 * @param output a token of the answer
 */
public record Rates(long input, long read, long write, long longWrite, long output) {

  /** Refuses negative prices, and an input price of nothing: there is no ratio to it. */
  public Rates {
    if (input <= 0 || read < 0 || write < 0 || longWrite < 0 || output < 0) {
      throw new IllegalArgumentException("A price is never negative and input never free.");
    }
  }

  /** What a cache write costs, as a multiple of the input price. */
  public double writeRatio() {
    return (double) write / input;
  }

  /** What a cache read costs, as a multiple of the input price. */
  public double readRatio() {
    return (double) read / input;
  }

  /** What those tokens cost. */
  public Cost cost(Tokens tokens) {
    return new Cost(
        amount(tokens.fresh(), input),
        amount(tokens.read(), read),
        amount(tokens.written(), write),
        amount(tokens.longWritten(), longWrite),
        amount(tokens.output(), output));
  }

  private static Money amount(long tokens, long price) {
    return new Money(Math.multiplyExact(tokens, price));
  }
}
