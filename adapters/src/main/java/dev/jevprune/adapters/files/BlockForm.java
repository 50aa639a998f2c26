package dev.jevprune.adapters.files;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts Anthropic messages into Pi's form: each {@code tool_result} becomes a message of its own, in
 * front of what the user wrote beside it.
 */
final class BlockForm {

  private BlockForm() {}

  static JsonArray toPi(JsonArray list) {
    List<Json> messages = new ArrayList<>(list.size());
    for (Json element : list) {
      if (element instanceof JsonObject message) {
        messages.addAll(toPi(message));
      } else {
        messages.add(element);
      }
    }
    return PiForm.array(messages);
  }

  /** What one message becomes; a message that is neither user's nor assistant's stays. */
  static List<Json> toPi(JsonObject message) {
    String role = message.string("role").orElse("");
    Json content = message.get("content").orElse(JsonNull.NULL);
    if (role.equals("assistant") && content instanceof JsonArray blocks) {
      return List.of(PiForm.message(role, assistant(blocks)));
    }
    return role.equals("user") ? user(content) : List.of(message);
  }

  private static JsonArray assistant(JsonArray blocks) {
    List<Json> content = new ArrayList<>(blocks.size());
    for (Json element : blocks) {
      if (element instanceof JsonObject block) {
        content.add(
            switch (block.string("type").orElse("")) {
              case "tool_use" ->
                  PiForm.call(
                      block.get("id").orElse(JsonNull.NULL),
                      block.string("name").orElse(""),
                      block.get("input").orElse(JsonNull.NULL));
              case "thinking" ->
                  JsonObject.builder()
                      .put("type", "thinking")
                      .put("thinkingSignature", block.string("signature").orElse(""))
                      .build();
              case "redacted_thinking" ->
                  JsonObject.builder().put("type", "thinking").put("redacted", true).build();
              default -> block;
            });
      }
    }
    return PiForm.array(content);
  }

  private static List<Json> user(Json content) {
    if (!(content instanceof JsonArray blocks)) {
      boolean written = !(content instanceof JsonString text) || isWritten(text.value());
      return List.of(written ? PiForm.message("user", content) : PiForm.note(content));
    }
    List<Json> messages = new ArrayList<>();
    List<Json> rest = new ArrayList<>();
    boolean written = blocks.isEmpty();
    for (Json element : blocks) {
      if (element instanceof JsonObject block
          && block.string("type").filter("tool_result"::equals).isPresent()) {
        messages.add(result(block));
      } else {
        rest.add(element);
        written |=
            !(element instanceof JsonObject block)
                || block.string("text").map(BlockForm::isWritten).orElse(true);
      }
    }
    if (!rest.isEmpty() || messages.isEmpty()) {
      Json left = PiForm.array(rest);
      messages.add(written ? PiForm.message("user", left) : PiForm.note(left));
    }
    return messages;
  }

  private static JsonObject result(JsonObject block) {
    Json content = block.get("content").orElse(new JsonString(""));
    boolean stub =
        content instanceof JsonString text
            && text.value().startsWith("File unchanged since last read");
    return PiForm.result(
        block.get("tool_use_id").orElse(JsonNull.NULL),
        content,
        block.get("is_error").filter(JsonBool.TRUE::equals).isPresent(),
        stub);
  }

  /** Whether a person wrote a text of the user's role; Claude Code puts notes of its own there. */
  private static boolean isWritten(String text) {
    return !(text.startsWith("<system-reminder>")
        || text.startsWith("<command-name>")
        || text.startsWith("<local-command-stdout>")
        || text.startsWith("<local-command-caveat>"));
  }
}
