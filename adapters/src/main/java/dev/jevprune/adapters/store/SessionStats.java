package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the last look at a session found.
 *
 * @param attempted the reads that were looked at
 * @param removed the decisions on the ledger
 * @param reasons why the other reads stayed, by reason
 */
public record SessionStats(long attempted, long removed, Map<String, Long> reasons) {

  /** Nothing was looked at. */
  public static final SessionStats NONE = new SessionStats(0, 0, Map.of());

  public SessionStats {
    reasons = Map.copyOf(reasons);
  }

  /** Both together. */
  public SessionStats plus(SessionStats other) {
    Map<String, Long> all = new TreeMap<>(reasons);
    other.reasons.forEach((reason, count) -> all.merge(reason, count, Long::sum));
    return new SessionStats(attempted + other.attempted, removed + other.removed, all);
  }

  /** The figures as they are stored and told. */
  public JsonObject toJson() {
    JsonObject.Builder counts = JsonObject.builder();
    new TreeMap<>(reasons).forEach((reason, count) -> counts.put(reason, count));
    return JsonObject.builder()
        .put("attempted", attempted)
        .put("removed", removed)
        .put("reasons", counts.build())
        .build();
  }

  static SessionStats of(Fields fields) throws ProtocolException {
    Map<String, Long> reasons = new TreeMap<>();
    for (Map.Entry<String, Json> reason : fields.object("reasons").raw().members().entrySet()) {
      if (reason.getValue() instanceof JsonNumber number && number.longValue().isPresent()) {
        reasons.put(reason.getKey(), number.longValue().getAsLong());
      }
    }
    return new SessionStats(fields.whole("attempted", 0), fields.whole("removed", 0), reasons);
  }
}
