package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import java.util.Map;

/** Which evaluator an assessment asks. */
@FunctionalInterface
public interface EvaluatorChoice {

  /** No evaluator at all. */
  EvaluatorChoice NONE =
      variables -> {
        throw new EvaluatorException(
            Kind.CONSENT, "No model can be asked from here. Nothing was sent.");
      };

  /**
   * The evaluator that is set up now; the settings are read anew each time.
   *
   * @param variables the variables that count for this assessment
   * @throws EvaluatorException if the settings cannot be read
   */
  ModelEvaluator choose(Map<String, String> variables) throws EvaluatorException;
}
