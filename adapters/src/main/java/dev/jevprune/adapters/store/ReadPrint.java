package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.JsonObject;

/**
 * The fingerprint of one read in a decision: what the shim compares before it replays. Never any
 * text.
 *
 * @param id the call's id
 * @param args SHA-256 of the argument spelling
 * @param text SHA-256 of the text, or of the JSON list of texts
 * @param shape {@code text} or {@code parts:N}
 * @param bytes UTF-8 bytes of the text or texts
 */
public record ReadPrint(CallId id, Digest args, Digest text, String shape, long bytes) {

  JsonObject toJson() {
    return JsonObject.builder()
        .put("id", id.value())
        .put("args", args.hex())
        .put("text", text.hex())
        .put("shape", shape)
        .put("bytes", bytes)
        .build();
  }

  static ReadPrint of(Fields fields) throws ProtocolException {
    return new ReadPrint(
        CallId.parse(fields.text("id")).orElseThrow(() -> fields.missing("id", "a call id")),
        Digest.parse(fields.text("args")).orElseThrow(() -> fields.missing("args", "a digest")),
        Digest.parse(fields.text("text")).orElseThrow(() -> fields.missing("text", "a digest")),
        fields.text("shape"),
        fields.whole("bytes", 0));
  }
}
