package dev.jevprune.adapters.files;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.List;

/** Makes messages of Pi's form, into which the forms of other hosts are put for a report. */
final class PiForm {

  private PiForm() {}

  static JsonObject message(String role, Json content) {
    return JsonObject.builder().put("role", role).put("content", content).build();
  }

  /** A message that no person wrote. */
  static JsonObject note(Json content) {
    return message("custom", content);
  }

  static JsonObject call(Json id, String tool, Json arguments) {
    return JsonObject.builder()
        .put("type", "toolCall")
        .put("id", id)
        .put("name", tool.equals("Read") ? "read" : tool) // Claude Code's spelling of the same tool
        .put("arguments", arguments)
        .build();
  }

  /**
   * @param touched whether the host replaced the text or added to it: such a body is neither source
   *     nor witness
   */
  static JsonObject result(Json id, Json content, boolean failed, boolean touched) {
    JsonObject.Builder message =
        JsonObject.builder()
            .put("role", "toolResult")
            .put("toolCallId", id)
            .put("content", content)
            .put("isError", failed);
    if (touched) {
      message.put("details", JsonObject.builder().put("truncation", JsonObject.EMPTY).build());
    }
    return message.build();
  }

  static JsonArray array(List<Json> elements) {
    return new JsonArray(elements);
  }

  /** The arguments that a text spells; the text itself when it spells none. */
  static Json arguments(Json spelling) {
    if (spelling instanceof JsonString text) {
      try {
        return ConversationJson.parse(text.value());
      } catch (JsonException e) {
        return spelling;
      }
    }
    return spelling;
  }
}
