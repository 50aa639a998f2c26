package dev.jevprune.core.economics;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * An amount in picodollars, so that sums of prices per token are exact. May be negative.
 *
 * @param pico millionths of a millionth of a US dollar
 */
public record Money(long pico) implements Comparable<Money> {

  /** Nothing. */
  public static final Money ZERO = new Money(0);

  private static final int PICO_DIGITS = 12;

  /** This and another amount. */
  public Money plus(Money other) {
    return new Money(Math.addExact(pico, other.pico));
  }

  /** This less another amount. */
  public Money minus(Money other) {
    return new Money(Math.subtractExact(pico, other.pico));
  }

  /** The exact amount in dollars. */
  public BigDecimal dollars() {
    return BigDecimal.valueOf(pico, PICO_DIGITS);
  }

  /**
   * For people: {@code $1.84}, {@code -$0.0031}, {@code $0}. Two digits after the point from one
   * dollar on, four below, more where four would show nothing.
   */
  @Override
  public String toString() {
    BigDecimal dollars = dollars().abs();
    if (dollars.signum() == 0) {
      return "$0";
    }
    int digits = dollars.compareTo(BigDecimal.ONE) >= 0 ? 2 : 4;
    while (digits < PICO_DIGITS && dollars.setScale(digits, RoundingMode.HALF_UP).signum() == 0) {
      digits++;
    }
    return (pico < 0 ? "-$" : "$")
        + String.format(
            Locale.ROOT, "%,." + digits + "f", dollars.setScale(digits, RoundingMode.HALF_UP));
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(pico, other.pico);
  }
}
