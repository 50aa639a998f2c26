package dev.jevprune.core.economics;

/**
 * What a request costs, split by tier; the parts add up to {@link #total()} exactly.
 *
 * @param fresh for uncached input
 * @param read for what was read from the prompt cache
 * @param written for what was written to it
 * @param longWritten for what was written to it for a longer life
 * @param output for the answer
 */
public record Cost(Money fresh, Money read, Money written, Money longWritten, Money output) {

  /** Nothing. */
  public static final Cost ZERO =
      new Cost(Money.ZERO, Money.ZERO, Money.ZERO, Money.ZERO, Money.ZERO);

  /** All parts. */
  public Money total() {
    return input().plus(output);
  }

  /** All parts but the answer. */
  public Money input() {
    return fresh.plus(read).plus(written).plus(longWritten);
  }

  /** This and another cost, part for part. */
  public Cost plus(Cost other) {
    return new Cost(
        fresh.plus(other.fresh),
        read.plus(other.read),
        written.plus(other.written),
        longWritten.plus(other.longWritten),
        output.plus(other.output));
  }
}
