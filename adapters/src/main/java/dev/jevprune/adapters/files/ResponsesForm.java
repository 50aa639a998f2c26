package dev.jevprune.adapters.files;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Puts the items of a Responses request into Pi's form. */
final class ResponsesForm {

  private ResponsesForm() {}

  static JsonArray toPi(JsonArray list) {
    List<Json> messages = new ArrayList<>(list.size());
    for (Json element : list) {
      messages.add(element instanceof JsonObject item ? message(item) : element);
    }
    return PiForm.array(messages);
  }

  private static JsonObject message(JsonObject item) {
    Json id = item.get("call_id").orElse(JsonNull.NULL);
    return switch (item.string("type").orElse("")) {
      case "function_call" ->
          PiForm.message(
              "assistant",
              JsonArray.of(
                  PiForm.call(
                      id,
                      item.string("name").orElse(""),
                      PiForm.arguments(item.get("arguments").orElse(JsonNull.NULL)))));
      case "function_call_output" ->
          PiForm.result(id, item.get("output").orElse(JsonNull.NULL), false, false);
      default -> plain(item);
    };
  }

  private static JsonObject plain(JsonObject item) {
    if (item.array("content").isEmpty()) {
      return item;
    }
    List<Json> parts = new ArrayList<>();
    for (Json element : item.array("content").get()) {
      boolean text =
          element instanceof JsonObject part
              && part.string("type").filter(type -> type.endsWith("_text")).isPresent();
      parts.add(text ? ChatForm.text(((JsonObject) element).string("text").orElse("")) : element);
    }
    return item.with("content", PiForm.array(parts));
  }
}
