package dev.jevprune.core.evaluate;

/**
 * Which scores approve a pair, in whole hundredths, each bound included.
 *
 * @param minCoverage the least coverage
 * @param maxUnique the most that the older copy may seem to hold of its own
 * @param maxUnresolved the most that the work may seem to need the older copy
 */
public record Thresholds(int minCoverage, int maxUnique, int maxUnresolved) {

  /** The strictest bounds that a service with steps of a hundredth can reach short of certainty. */
  public static final Thresholds STANDARD = new Thresholds(99, 1, 1);

  /** Refuses what is no hundredth. */
  public Thresholds {
    if (!isHundredth(minCoverage) || !isHundredth(maxUnique) || !isHundredth(maxUnresolved)) {
      throw new IllegalArgumentException("A threshold is 0 to 100 hundredths.");
    }
  }

  /** Whether these scores approve. */
  public boolean approve(Scores scores) {
    return scores.coverage() >= minCoverage
        && scores.unique() <= maxUnique
        && scores.unresolved() <= maxUnresolved;
  }

  private static boolean isHundredth(int value) {
    return value >= 0 && value <= 100;
  }
}
