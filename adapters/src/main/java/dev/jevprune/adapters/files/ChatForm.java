package dev.jevprune.adapters.files;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts chat completions into Pi's form. */
final class ChatForm {

  /** What Hermes adds to a read, or says in place of one. */
  private static final Set<String> HERMES_NOTES = Set.of("_warning", "_hint", "hint");

  private ChatForm() {}

  static JsonArray toPi(JsonArray list) {
    List<Json> messages = new ArrayList<>(list.size());
    for (Json element : list) {
      messages.add(element instanceof JsonObject message ? message(message) : element);
    }
    return PiForm.array(messages);
  }

  private static JsonObject message(JsonObject message) {
    if (message.string("role").filter("tool"::equals).isPresent()) {
      return result(message);
    }
    Optional<JsonArray> calls = message.array("tool_calls");
    if (calls.isEmpty()) {
      return message;
    }
    List<Json> content = new ArrayList<>();
    message
        .string("content")
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> content.add(text(text)));
    message.array("content").ifPresent(parts -> parts.forEach(content::add));
    for (Json element : calls.get()) {
      if (element instanceof JsonObject call) {
        JsonObject function = call.object("function").orElse(JsonObject.EMPTY);
        content.add(
            PiForm.call(
                call.get("id").orElse(JsonNull.NULL),
                function.string("name").orElse(""),
                PiForm.arguments(function.get("arguments").orElse(JsonNull.NULL))));
      }
    }
    return PiForm.message("assistant", PiForm.array(content));
  }

  private static JsonObject result(JsonObject message) {
    Json content = message.get("content").orElse(JsonNull.NULL);
    Optional<JsonObject> answer = Optional.empty();
    boolean touched = false;
    if (content instanceof JsonString text && text.value().startsWith("{")) {
      answer = object(text.value());
      // Hermes answers with a JSON object; what stands behind it was added by the host.
      touched = answer.map(ChatForm::isNoted).orElse(true);
    }
    boolean failed =
        isTruthy(message.get("is_error"))
            || isTruthy(message.get("error"))
            || message.get("success").filter(JsonBool.FALSE::equals).isPresent()
            || answer.filter(object -> isTruthy(object.get("error"))).isPresent();
    return PiForm.result(
        message.get("tool_call_id").orElse(JsonNull.NULL), content, failed, touched);
  }

  private static boolean isNoted(JsonObject answer) {
    return HERMES_NOTES.stream().anyMatch(name -> isTruthy(answer.get(name)))
        || answer.get("dedup").filter(JsonBool.TRUE::equals).isPresent()
        || answer.get("truncated").filter(JsonBool.TRUE::equals).isPresent();
  }

  private static Optional<JsonObject> object(String text) {
    try {
      return ConversationJson.parse(text) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  static JsonObject text(String text) {
    return JsonObject.builder().put("type", "text").put("text", text).build();
  }

  /** As Python judges it, in which these hosts are written. */
  private static boolean isTruthy(Optional<Json> value) {
    return value
        .filter(
            json ->
                !(json == JsonNull.NULL
                    || json == JsonBool.FALSE
                    || (json instanceof JsonString text && text.value().isEmpty())
                    || (json instanceof JsonNumber number && number.doubleValue() == 0)
                    || (json instanceof JsonArray array && array.isEmpty())
                    || (json instanceof JsonObject object && object.members().isEmpty())))
        .isPresent();
  }
}
