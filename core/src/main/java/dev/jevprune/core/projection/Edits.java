package dev.jevprune.core.projection;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.List;

/** Applies edits to a list. Messages without an edit are the same objects afterwards. */
public final class Edits {

  private Edits() {}

  /**
   * The list with the edited bodies replaced.
   *
   * @throws IllegalArgumentException if an edit does not fit the list; nothing is applied then
   */
  public static JsonArray apply(JsonArray messages, Format format, List<Edit> edits) {
    if (edits.isEmpty()) {
      return messages;
    }
    List<Json> result = new ArrayList<>(messages.elements());
    for (Edit edit : edits) {
      if (edit.messageIndex() < 0
          || edit.messageIndex() >= result.size()
          || !(result.get(edit.messageIndex()) instanceof JsonObject message)) {
        throw misfit(edit);
      }
      result.set(
          edit.messageIndex(),
          format == Format.OPENCODE ? inPart(message, edit) : inContent(message, edit));
    }
    return new JsonArray(result);
  }

  private static JsonObject inPart(JsonObject message, Edit edit) {
    JsonArray parts = message.array("parts").orElseThrow(() -> misfit(edit));
    JsonObject part = part(parts, edit);
    JsonObject state = part.object("state").orElseThrow(() -> misfit(edit));
    return message.with(
        "parts",
        replace(
            parts, edit, part.with("state", state.with("output", new JsonString(edit.marker())))));
  }

  private static JsonObject inContent(JsonObject message, Edit edit) {
    Json content = message.get("content").orElseThrow(() -> misfit(edit));
    Json marker = new JsonString(edit.marker());
    if (edit.part().isPresent()) {
      if (!(content instanceof JsonArray parts)) {
        throw misfit(edit);
      }
      return message.with("content", replace(parts, edit, part(parts, edit).with("text", marker)));
    }
    return message.with(
        "content",
        content instanceof JsonString
            ? marker
            : JsonArray.of(JsonObject.builder().put("type", "text").put("text", marker).build()));
  }

  private static JsonObject part(JsonArray parts, Edit edit) {
    int index = edit.part().orElseThrow(() -> misfit(edit));
    if (index >= 0 && index < parts.size() && parts.get(index) instanceof JsonObject part) {
      return part;
    }
    throw misfit(edit);
  }

  private static JsonArray replace(JsonArray parts, Edit edit, JsonObject part) {
    List<Json> replaced = new ArrayList<>(parts.elements());
    replaced.set(edit.part().orElseThrow(() -> misfit(edit)), part);
    return new JsonArray(replaced);
  }

  private static IllegalArgumentException misfit(Edit edit) {
    return new IllegalArgumentException(
        "The edit of message " + edit.messageIndex() + " does not fit this list.");
  }
}
