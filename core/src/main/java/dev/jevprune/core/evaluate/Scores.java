package dev.jevprune.core.evaluate;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The three answers about one body, as whole hundredths from 0 to 100. Services answer in steps of
 * a hundredth; what lies between two steps is rounded away from approval, so that {@code
 * 0.9899999999999999} is 98 and never 99.
 *
 * @param coverage how surely the later copy covers the older one; high speaks for leaving it out
 * @param unique how surely the older copy holds something of its own; low speaks for leaving it out
 * @param unresolved how surely the work still needs the older copy; low speaks for leaving it out
 */
public record Scores(int coverage, int unique, int unresolved) {

  /** Refuses what is no hundredth. */
  public Scores {
    check(coverage);
    check(unique);
    check(unresolved);
  }

  /**
   * The scores of three probabilities.
   *
   * @throws IllegalArgumentException if one is not finite or not between 0 and 1
   */
  public static Scores of(double coverage, double unique, double unresolved) {
    return new Scores(
        hundredths(coverage, RoundingMode.FLOOR),
        hundredths(unique, RoundingMode.CEILING),
        hundredths(unresolved, RoundingMode.CEILING));
  }

  /** A hundredth as people read it: {@code .99}, {@code 1.00}. */
  public static String text(int hundredths) {
    String digits = hundredths % 100 < 10 ? ".0" + hundredths % 100 : "." + hundredths % 100;
    return hundredths < 100 ? digits : hundredths / 100 + digits;
  }

  private static int hundredths(double probability, RoundingMode mode) {
    if (!Double.isFinite(probability) || probability < 0 || probability > 1) {
      throw new IllegalArgumentException("A probability lies between 0 and 1.");
    }
    // The shortest spelling of the double, so that 0.99 is 99 hundredths and not a little less.
    return new BigDecimal(Double.toString(probability))
        .movePointRight(2)
        .setScale(0, mode)
        .intValueExact();
  }

  private static void check(int hundredths) {
    if (hundredths < 0 || hundredths > 100) {
      throw new IllegalArgumentException("A score is 0 to 100 hundredths.");
    }
  }
}
