package dev.jevprune.adapters.files;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.Optional;

/** Finds the last thinking that a provider signed. */
final class SignedBlocks {

  private SignedBlocks() {}

  /** The index of the last message with a signed block, -1 when there is none. */
  static int last(Format format, JsonArray messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof JsonObject message) {
        Optional<JsonArray> parts = message.array(format == Format.OPENCODE ? "parts" : "content");
        for (Json part : parts.orElse(JsonArray.EMPTY)) {
          if (part instanceof JsonObject object && isSigned(object)) {
            return i;
          }
        }
      }
    }
    return -1;
  }

  private static boolean isSigned(JsonObject part) {
    String type = part.string("type").orElse("");
    if (type.equals("thinking")) {
      return part.string("thinkingSignature").filter(text -> !text.isEmpty()).isPresent()
          || part.get("redacted").filter(JsonBool.TRUE::equals).isPresent();
    }
    // OpenCode keeps the signature under the provider's name.
    return type.equals("reasoning")
        && part.object("metadata").stream()
            .flatMap(metadata -> metadata.members().values().stream())
            .anyMatch(
                provider ->
                    provider instanceof JsonObject object
                        && (object.has("signature") || object.has("redactedData")));
  }
}
