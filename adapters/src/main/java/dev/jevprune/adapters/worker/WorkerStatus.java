package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.ProtocolRange;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * How a worker is.
 *
 * @param version the product's version it was built from
 * @param protocol the protocol versions it speaks
 * @param connected shims that said hello and are still connected
 * @param requests how many requests it answered since its start
 * @param idleMillis since when nothing was asked
 */
public record WorkerStatus(
    String version,
    ProtocolRange protocol,
    long pid,
    Instant startedAt,
    int connected,
    long requests,
    long idleMillis) {

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
          fields.whole("idleMillis", 0));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw fields.missing("startedAt", "an ISO instant, and protocol a range");
    }
  }
}
