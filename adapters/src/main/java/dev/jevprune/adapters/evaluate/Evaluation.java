package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.evaluate.EvaluatorReply;
import dev.jevprune.core.evaluate.ReplyException;
import java.nio.charset.StandardCharsets;

/** Carries out a plan: one call at most, and none when there is nothing to ask. */
public final class Evaluation {

  private Evaluation() {}

  /**
   * Asks and judges. Nothing is stored here.
   *
   * @throws EvaluatorException if nothing was sent, or nothing that came back can be used
   */
  public static Assessed run(AssessmentPlan plan, ModelEvaluator evaluator)
      throws EvaluatorException {
    if (plan.request().isEmpty()) {
      return plan.withoutAsking();
    }
    byte[] reply = evaluator.ask(plan.request().text().getBytes(StandardCharsets.UTF_8));
    try {
      return plan.judge(
          EvaluatorReply.parse(reply, plan.request().questions(), plan.rules().model()));
    } catch (ReplyException e) {
      throw new EvaluatorException(kind(e.kind()), String.valueOf(e.getMessage()));
    }
  }

  private static Kind kind(ReplyException.Kind kind) {
    return switch (kind) {
      case JSON -> Kind.JSON;
      case MODEL -> Kind.MODEL;
      case ANSWER_KEYS -> Kind.ANSWER_KEYS;
    };
  }
}
