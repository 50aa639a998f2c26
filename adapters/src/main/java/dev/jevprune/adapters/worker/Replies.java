package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;
import java.nio.charset.StandardCharsets;

/** The form of replies. */
final class Replies {
  static final String INTERNAL_TEXT =
      "The worker failed on this request; nothing was changed. Its log, logs/worker.log in the data"
          + " home, names the place.";

  private Replies() {}

  static JsonObject success(JsonObject request, JsonObject answer) {
    JsonObject.Builder reply = begin(idOf(request)).put("ok", true);
    answer.members().forEach(reply::put);
    return reply.build();
  }

  static JsonObject failure(JsonObject request, ErrorCode code, String message) {
    return failure(idOf(request), code, message);
  }

  /** The reply to a frame that holds no request. */
  static JsonObject failure(ErrorCode code, String message) {
    return failure(JsonNull.NULL, code, message);
  }

  private static JsonObject failure(Json id, ErrorCode code, String message) {
    JsonObject error =
        JsonObject.builder().put("code", code.wireName()).put("message", message).build();
    return begin(id).put("ok", false).put("error", error).build();
  }

  private static JsonObject.Builder begin(Json id) {
    return JsonObject.builder().put("v", ProtocolRange.OURS.max()).put("id", id);
  }

  private static Json idOf(JsonObject request) {
    Json id = request.members().get("id");
    return id instanceof JsonNumber || id instanceof JsonString ? id : JsonNull.NULL;
  }

  static byte[] bytes(JsonObject reply) {
    try {
      return JsonText.write(reply).getBytes(StandardCharsets.UTF_8);
    } catch (JsonException e) {
      throw new IllegalStateException("A reply of ours is nested too deep.", e);
    }
  }
}
