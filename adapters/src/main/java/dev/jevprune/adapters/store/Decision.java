package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.CallId;
import dev.jevprune.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * One decision that the shim replays: the source's body is replaced by the marker as long as both
 * fingerprints hold.
 *
 * @param source the older read
 * @param witness the later copy that stays
 * @param tool the reads' tool
 * @param path the path as the model spelt it, for display
 * @param marker the text that stands in for the body
 * @param held whether it is kept off the wire: it was switched on again too late for a model that
 *     binds what it signed to everything before
 * @param approvedAt when the user approved it
 */
public record Decision(
    ReadPrint source,
    ReadPrint witness,
    String tool,
    String path,
    String marker,
    boolean held,
    Instant approvedAt) {
  private static final String KIND = "repeat";

  public CallId id() {
    return source.id();
  }

  /** This decision, held or not. */
  public Decision held(boolean now) {
    return new Decision(source, witness, tool, path, marker, now, approvedAt);
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put("kind", KIND)
        .put("source", source.toJson())
        .put("witness", witness.toJson())
        .put("tool", tool)
        .put("path", path)
        .put("marker", marker)
        .put("held", held)
        .put("approvedAt", approvedAt.toString())
        .build();
  }

  static Decision of(Fields fields) throws ProtocolException {
    if (!fields.text("kind").equals(KIND)) {
      throw fields.missing("kind", "\"" + KIND + "\"");
    }
    return new Decision(
        ReadPrint.of(fields.object("source")),
        ReadPrint.of(fields.object("witness")),
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
