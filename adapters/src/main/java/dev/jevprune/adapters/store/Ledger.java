package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Limits;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The replay ledger of one session: written by the worker, read by the shim.
 *
 * @param session the session
 * @param format the shape of the lists that it is replayed on
 * @param version counts the changes; 0 when nothing was ever written
 * @param off whether the user switched the session off: nothing is replayed then
 * @param adoptedFrom the session whose ledger was copied here when this one was forked
 * @param decisions in the order of approval
 */
public record Ledger(
    SessionId session,
    Format format,
    long version,
    boolean off,
    Optional<SessionId> adoptedFrom,
    List<Decision> decisions) {
  static final String SCHEMA = "jev-prune.ledger.v1";

  public Ledger {
    decisions = List.copyOf(decisions);
  }

  /** The ledger of a session about which nothing was decided yet. */
  public static Ledger none(SessionId session, Format format) {
    return new Ledger(session, format, 0, false, Optional.empty(), List.of());
  }

  /** Whether this session has a ledger at all. */
  public boolean exists() {
    return version > 0;
  }

  public Optional<Decision> decision(CallId source) {
    return decisions.stream().filter(d -> d.id().equals(source)).findFirst();
  }

  /** The next version with other decisions. */
  public Ledger with(List<Decision> changed) {
    return new Ledger(session, format, version + 1, off, adoptedFrom, changed);
  }

  /** The next version, switched and with other decisions. */
  public Ledger switched(boolean nowOff, List<Decision> changed) {
    return new Ledger(session, format, version + 1, nowOff, adoptedFrom, changed);
  }

  /** The same with another number. */
  Ledger numbered(long number) {
    return new Ledger(session, format, number, off, adoptedFrom, decisions);
  }

  /** A first version for {@code child}, with everything decided here. */
  public Ledger adoptedBy(SessionId child) {
    return new Ledger(child, format, 1, off, Optional.of(session), decisions);
  }

  /** The ledger as it is stored and sent. */
  public JsonObject toJson() {
    return toJson(SCHEMA);
  }

  JsonObject toJson(String schema) {
    List<Json> list = new ArrayList<>();
    decisions.forEach(decision -> list.add(decision.toJson()));
    return JsonObject.builder()
        .put("schema", schema)
        .put("session", session.value())
        .put("format", format.wireName())
        .put("version", version)
        .put("off", off)
        .put(
            "adoptedFrom",
            adoptedFrom.<Json>map(from -> Json.of(from.value())).orElse(JsonNull.NULL))
        .put("decisions", new JsonArray(list))
        .build();
  }

  static Ledger of(Fields fields, SessionId expected) throws ProtocolException {
    if (!fields.text("session").equals(expected.value())) {
      throw fields.missing("session", "the session the file is named after");
    }
    List<Decision> decisions = new ArrayList<>();
    for (Fields decision : fields.objects("decisions", Limits.MAX_RECEIPTS)) {
      decisions.add(Decision.of(decision));
    }
    return new Ledger(
        expected,
        format(fields),
        fields.whole("version", 1),
        fields.flag("off"),
        fields.optionalText("adoptedFrom").flatMap(SessionId::parse),
        decisions);
  }

  private static Format format(Fields fields) throws ProtocolException {
    return Format.parse(fields.text("format"))
        .orElseThrow(() -> fields.missing("format", "\"pi\", \"opencode\" or \"openai\""));
  }
}
