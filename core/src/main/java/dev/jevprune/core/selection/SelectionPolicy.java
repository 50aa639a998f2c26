package dev.jevprune.core.selection;

import dev.jevprune.core.Limits;

/**
 * The bounds of a selection that a setting may move.
 *
 * @param minBodyBytes the smallest body that is taken
 * @param maxBodyBytes the largest body that is taken
 * @param maxPairs how many pairs one assessment may have; {@link #ALL_PAIRS} lifts the limit on
 *     receipts too, for a caller that leaves some pairs out before it counts
 */
public record SelectionPolicy(int minBodyBytes, int maxBodyBytes, int maxPairs) {

  /** No limit on the number of pairs. */
  public static final int ALL_PAIRS = Integer.MAX_VALUE;

  /** The bounds that hold when nothing is set. */
  public static final SelectionPolicy STANDARD =
      new SelectionPolicy(Limits.MIN_BODY_BYTES, Limits.MAX_BODY_BYTES, Limits.MAX_PAIRS);

  /** Refuses bounds that contradict each other. */
  public SelectionPolicy {
    if (minBodyBytes < 0 || maxBodyBytes < minBodyBytes || maxPairs < 0) {
      throw new IllegalArgumentException("The bounds of a selection contradict each other.");
    }
  }

  /** The standard bounds with another largest body. */
  public SelectionPolicy withMaxBodyBytes(int bytes) {
    return new SelectionPolicy(minBodyBytes, bytes, maxPairs);
  }

  /** The standard bounds with another number of pairs. */
  public SelectionPolicy withMaxPairs(int pairs) {
    return new SelectionPolicy(minBodyBytes, maxBodyBytes, pairs);
  }
}
