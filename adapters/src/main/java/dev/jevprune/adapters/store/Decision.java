package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.CallId;
import dev.jevprune.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * One decision that the shim replays: the source's body is replaced by the marker as long as its
 * proof holds.
 *
 * @param kind why
 * @param source the older read
 * @param witness the later copy that stays; for a repeat only
 * @param cause the later edit or read; for a stale or superseded read only
 * @param tool the reads' tool
 * @param path the path as the model spelt it, for display
 * @param marker the text that stands in for the body
 * @param held whether it is kept off the wire: it was switched on again too late for a model that
 *     binds what it signed to everything before
 * @param approvedAt when it was taken
 */
public record Decision(
    DecisionKind kind,
    ReadPrint source,
    Optional<ReadPrint> witness,
    Optional<Cause> cause,
    String tool,
    String path,
    String marker,
    boolean held,
    Instant approvedAt) {

  /** A repeat has a witness, all others a cause. */
  public Decision {
    if (witness.isPresent() != (kind == DecisionKind.REPEAT)
        || cause.isPresent() == (kind == DecisionKind.REPEAT)) {
      throw new IllegalArgumentException("A repeat has a witness, a stale read a cause.");
    }
  }

  /** A repeat. */
  public static Decision repeat(
      ReadPrint source,
      ReadPrint witness,
      String tool,
      String path,
      String marker,
      Instant approvedAt) {
    return new Decision(
        DecisionKind.REPEAT,
        source,
        Optional.of(witness),
        Optional.empty(),
        tool,
        path,
        marker,
        false,
        approvedAt);
  }

  /** The source's id. */
  public CallId id() {
    return source.id();
  }

  /** Whether that call is the copy that stays. */
  public boolean isWitness(CallId call) {
    return witness.filter(copy -> copy.id().equals(call)).isPresent();
  }

  /** This decision, held or not. */
  public Decision held(boolean now) {
    return new Decision(kind, source, witness, cause, tool, path, marker, now, approvedAt);
  }

  JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder().put("kind", kind.wireName()).put("source", source.toJson());
    witness.ifPresent(copy -> json.put("witness", copy.toJson()));
    cause.ifPresent(call -> json.put("cause", call.toJson()));
    return json.put("tool", tool)
        .put("path", path)
        .put("marker", marker)
        .put("held", held)
        .put("approvedAt", approvedAt.toString())
        .build();
  }

  static Decision of(Fields fields) throws ProtocolException {
    DecisionKind kind =
        DecisionKind.parse(fields.text("kind"))
            .orElseThrow(() -> fields.missing("kind", "\"repeat\", \"stale\" or \"superseded\""));
    boolean repeat = kind == DecisionKind.REPEAT;
    return new Decision(
        kind,
        ReadPrint.of(fields.object("source")),
        repeat ? Optional.of(ReadPrint.of(fields.object("witness"))) : Optional.empty(),
        repeat ? Optional.empty() : Optional.of(Cause.of(fields.object("cause"))),
        fields.text("tool"),
        fields.text("path"),
        fields.text("marker"),
        fields.flag("held"),
        instant(fields));
  }

  private static Instant instant(Fields fields) throws ProtocolException {
    try {
      return Instant.parse(fields.text("approvedAt"));
    } catch (DateTimeException e) {
      throw fields.missing("approvedAt", "an ISO instant");
    }
  }
}
