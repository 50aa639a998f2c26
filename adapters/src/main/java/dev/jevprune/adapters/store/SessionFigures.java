package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.json.JsonObject;
import java.util.Optional;

/**
 * All figures of one session.
 *
 * @param look what the last look at it found
 * @param usage what its providers reported
 * @param decided what was decided in it
 */
public record SessionFigures(SessionStats look, SessionUsage usage, DecisionLog decided) {

  /** Nothing is known. */
  public static final SessionFigures NONE =
      new SessionFigures(SessionStats.NONE, SessionUsage.NONE, DecisionLog.NONE);

  /** The same with another look. */
  public SessionFigures looked(SessionStats next) {
    return new SessionFigures(next, usage, decided);
  }

  /** The same with other usage. */
  public SessionFigures used(SessionUsage next) {
    return new SessionFigures(look, next, decided);
  }

  /** The same with other decisions. */
  public SessionFigures decided(DecisionLog next) {
    return new SessionFigures(look, usage, next);
  }

  JsonObject toJson() {
    return look.toJson().toBuilder()
        .put("usage", usage.toJson())
        .put("decided", decided.toJson())
        .build();
  }

  static SessionFigures of(Fields fields) throws ProtocolException {
    Optional<Fields> usage = fields.optionalObject("usage");
    Optional<Fields> decided = fields.optionalObject("decided");
    return new SessionFigures(
        SessionStats.of(fields),
        usage.isEmpty() ? SessionUsage.NONE : SessionUsage.of(usage.get()),
        decided.isEmpty() ? DecisionLog.NONE : DecisionLog.of(decided.get()));
  }
}
