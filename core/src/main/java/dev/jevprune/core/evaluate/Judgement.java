package dev.jevprune.core.evaluate;

import java.util.Optional;

/** What became of one pair. */
public sealed interface Judgement {

  /** Within every threshold. */
  record Approved(Scores scores) implements Judgement {}

  /** Outside a threshold; the original stays. */
  record Refused(Scores scores) implements Judgement {}

  /** An answer was unusable: the original stays, and nothing is remembered of it. */
  record Unanswered(Answer.Fault fault) implements Judgement {}

  /** The scores behind a judgement, if there are any. */
  static Optional<Scores> scores(Judgement judgement) {
    return judgement instanceof Approved approved
        ? Optional.of(approved.scores())
        : judgement instanceof Refused refused ? Optional.of(refused.scores()) : Optional.empty();
  }

  /** The judgement that these scores give. */
  static Judgement of(Scores scores, Thresholds thresholds) {
    return thresholds.approve(scores) ? new Approved(scores) : new Refused(scores);
  }
}
