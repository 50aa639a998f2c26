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
 */
public record SessionFigures(SessionStats look, SessionUsage usage) {

  /** Nothing is known. */
  public static final SessionFigures NONE =
      new SessionFigures(SessionStats.NONE, SessionUsage.NONE);

  /** The same with another look. */
  public SessionFigures looked(SessionStats next) {
    return new SessionFigures(next, usage);
  }

  /** The same with other usage. */
  public SessionFigures used(SessionUsage next) {
    return new SessionFigures(look, next);
  }

  JsonObject toJson() {
    return look.toJson().toBuilder().put("usage", usage.toJson()).build();
  }

  static SessionFigures of(Fields fields) throws ProtocolException {
    Optional<Fields> usage = fields.optionalObject("usage");
    return new SessionFigures(
        SessionStats.of(fields),
        usage.isEmpty() ? SessionUsage.NONE : SessionUsage.of(usage.get()));
  }
}
