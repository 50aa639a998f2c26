package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.ProtocolRange;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/**
 * How a worker is.
 *
 * @param version the product's version it was built from
 * @param protocol the protocol versions it speaks
 * @param connected shims that said hello and are still connected
 * @param requests how many requests it answered since its start
 * @param idleMillis since when nothing was asked
 * @param disabled stages of the bus that broke their claims and are not asked until it ends; none
 *     where an older worker does not tell
 */
public record WorkerStatus(
    String version,
    ProtocolRange protocol,
    long pid,
    Instant startedAt,
    int connected,
    long requests,
    long idleMillis,
    List<String> disabled) {

  private static final int MAX_STAGES = 10_000;

  public WorkerStatus {
    disabled = List.copyOf(disabled);
  }

  static WorkerStatus of(Fields fields) throws ProtocolException {
    Fields protocol = fields.object("protocol");
    try {
      return new WorkerStatus(
          fields.text("version"),
          new ProtocolRange(protocol.index("min", 1), protocol.index("max", 1)),
          fields.whole("pid", 1),
          Instant.parse(fields.text("startedAt")),
          fields.index("connected", 0),
          fields.whole("requests", 0),
          fields.whole("idleMillis", 0),
          fields.any("disabled").isPresent() ? fields.texts("disabled", MAX_STAGES) : List.of());
    } catch (DateTimeException | IllegalArgumentException e) {
      throw fields.missing("startedAt", "an ISO instant, and protocol a range");
    }
  }
}
