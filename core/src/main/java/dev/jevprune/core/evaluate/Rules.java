package dev.jevprune.core.evaluate;

import dev.jevprune.core.receipt.Evaluator;

/**
 * By whom and how strictly pairs are judged.
 *
 * @param evaluator who judges; names a model
 * @param thresholds which scores approve
 */
public record Rules(Evaluator evaluator, Thresholds thresholds) {

  /** The remote service with its pinned model: an alias would move under the thresholds. */
  public static final Rules TYPESAFE = new Rules(Evaluator.KIT, Thresholds.STANDARD);

  /** Refuses an evaluator without a model, which is a person. */
  public Rules {
    if (evaluator.model().isEmpty()) {
      throw new IllegalArgumentException("An assessment needs an evaluator that names its model.");
    }
  }

  /** The model that is asked and must answer. */
  public String model() {
    return evaluator.model().orElseThrow();
  }
}
