package dev.jevprune.core.snapshot;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A result of Hermes as a chat message. Hermes answers a read with a JSON object; its warnings,
 * hints and steering texts stand behind it, a preview or a stub in its place. Only a whole object
 * that holds the file's text and nothing of the host's is a body.
 */
final class HermesResult {

  private static final Set<String> NOTES = Set.of("_warning", "_hint", "hint");
  private static final Set<String> TEXT_TYPES = Set.of("text", "input_text", "output_text");

  /** How every marker of ours begins, whatever its class; it is no body, but not the host's. */
  private static final String MARKER = "[Jev prune: ";

  private static final JsonArray NO_TEXT =
      JsonArray.of(JsonObject.builder().put("type", "other").build());

  private HermesResult() {}

  static JsonObject of(HermesForm.Said result, boolean read) {
    Optional<List<String>> texts = result.payload().flatMap(HermesResult::texts);
    Optional<JsonObject> answer = texts.flatMap(HermesResult::answer);
    boolean failed =
        result.failed()
            || answer
                .or(() -> texts.flatMap(HermesResult::leadingObject))
                .filter(a -> !Content.isFalsy(a.get("error")))
                .isPresent();
    boolean touched = read && texts.isPresent() && !isMarker(texts.get()) && !isBody(answer);
    JsonObject.Builder chat = JsonObject.builder().put("role", "tool");
    result.id().ifPresent(id -> chat.put("tool_call_id", id));
    chat.put("content", texts.<Json>map(HermesResult::parts).orElse(NO_TEXT));
    if (failed) {
      chat.put("is_error", true);
    }
    if (touched) {
      chat.put("host_notice", true);
    }
    return chat.build();
  }

  /** The texts of a content value; nothing when anything but text is in it. */
  static Optional<List<String>> texts(Json content) {
    if (content instanceof JsonString text) {
      return Optional.of(List.of(text.value()));
    }
    if (!(content instanceof JsonArray parts) || parts.isEmpty()) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>();
    for (Json part : parts) {
      Optional<String> text = text(part);
      if (text.isEmpty()) {
        return Optional.empty();
      }
      texts.add(text.get());
    }
    return Optional.of(texts);
  }

  /** The text of a part of any form; Bedrock's parts have no type and one member. */
  static Optional<String> text(Json part) {
    if (!(part instanceof JsonObject object)) {
      return Optional.empty();
    }
    boolean isText =
        object.has("type")
            ? object.string("type").filter(TEXT_TYPES::contains).isPresent()
            : object.members().size() == 1;
    return isText ? object.string("text") : Optional.empty();
  }

  static JsonArray parts(List<String> texts) {
    return new JsonArray(
        texts.stream()
            .<Json>map(text -> JsonObject.builder().put("type", "text").put("text", text).build())
            .toList());
  }

  private static boolean isMarker(List<String> texts) {
    return texts.size() == 1 && texts.get(0).startsWith(MARKER) && texts.get(0).endsWith("]");
  }

  private static Optional<JsonObject> answer(List<String> texts) {
    if (texts.size() != 1 || !texts.get(0).startsWith("{")) {
      return Optional.empty();
    }
    try {
      return ConversationJson.parse(texts.get(0)) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty(); // something stands behind it, or it is none
    }
  }

  /** The object in front of what Hermes put behind it. */
  private static Optional<JsonObject> leadingObject(List<String> texts) {
    String text = texts.size() == 1 ? texts.get(0) : "";
    if (!text.startsWith("{")) {
      return Optional.empty();
    }
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (quoted) {
        if (unit == '\\') {
          i++;
        } else {
          quoted = unit != '"';
        }
      } else if (unit == '"') {
        quoted = true;
      } else if (unit == '{' || unit == '[') {
        depth++;
      } else if ((unit == '}' || unit == ']') && --depth == 0) {
        return answer(List.of(text.substring(0, i + 1)));
      }
    }
    return Optional.empty();
  }

  private static boolean isBody(Optional<JsonObject> answer) {
    return answer
        .filter(a -> a.string("content").isPresent())
        .filter(a -> a.get("dedup").filter(JsonBool.TRUE::equals).isEmpty())
        .filter(a -> a.get("content_returned").filter(JsonBool.FALSE::equals).isEmpty())
        .filter(a -> a.get("truncated").filter(JsonBool.TRUE::equals).isEmpty())
        .filter(a -> NOTES.stream().allMatch(note -> Content.isFalsy(a.get(note))))
        .isPresent();
  }
}
