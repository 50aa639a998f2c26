package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.JsonObject;

/**
 * The later call that made a read stale or superseded. It must stand behind the read on every
 * request: after a rewind to before it, what the marker says would not be true.
 *
 * @param id the call's id
 * @param tool the call's tool
 * @param args SHA-256 of the argument spelling
 */
public record Cause(CallId id, String tool, Digest args) {

  JsonObject toJson() {
    return JsonObject.builder()
        .put("id", id.value())
        .put("tool", tool)
        .put("args", args.hex())
        .build();
  }

  static Cause of(Fields fields) throws ProtocolException {
    return new Cause(
        CallId.parse(fields.text("id")).orElseThrow(() -> fields.missing("id", "a call id")),
        fields.text("tool"),
        Digest.parse(fields.text("args")).orElseThrow(() -> fields.missing("args", "a digest")));
  }
}
