package dev.jevprune.adapters.worker;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Writes Pi conversations for tests. */
final class Conversation {
  private final List<Json> messages = new ArrayList<>();

  /** Two equal reads of one file, one read of another, and enough behind them. */
  static Conversation withOneRepeat(String body) {
    return new Conversation()
        .user("Please look at the settings.")
        .read("call_1", "config/app.yaml", body)
        .read("call_2", "src/other.txt", body("other", 40))
        .read("call_3", "config/app.yaml", body)
        .user("Now double the value.")
        .talk(20);
  }

  /** A body of some hundred bytes. */
  static String body(String word, int lines) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append(word).append(" line ").append(i).append(": value\n");
    }
    return text.toString();
  }

  Conversation user(String text) {
    messages.add(
        JsonObject.builder().put("role", "user").put("content", JsonArray.of(part(text))).build());
    return this;
  }

  Conversation talk(int messageCount) {
    for (int i = 0; i < messageCount; i++) {
      messages.add(
          JsonObject.builder()
              .put("role", "assistant")
              .put("content", JsonArray.of(part("Step " + i + " is done.")))
              .build());
    }
    return this;
  }

  Conversation signed() {
    messages.add(
        JsonObject.builder()
            .put("role", "assistant")
            .put(
                "content",
                JsonArray.of(
                    JsonObject.builder()
                        .put("type", "thinking")
                        .put("thinking", "")
                        .put("thinkingSignature", "c2lnbmVk")
                        .build()))
            .build());
    return this;
  }

  Conversation read(String id, String path, String body) {
    return call(id, path).result(id, JsonArray.of(part(body)), false);
  }

  Conversation call(String id, String path) {
    JsonObject arguments = JsonObject.builder().put("path", path).build();
    messages.add(
        JsonObject.builder()
            .put("role", "assistant")
            .put(
                "content",
                JsonArray.of(
                    JsonObject.builder()
                        .put("type", "toolCall")
                        .put("id", id)
                        .put("name", "read")
                        .put("arguments", arguments)
                        .build()))
            .build());
    return this;
  }

  Conversation result(String id, Json content, boolean isError) {
    messages.add(
        JsonObject.builder()
            .put("role", "toolResult")
            .put("toolCallId", id)
            .put("toolName", "read")
            .put("content", content)
            .put("isError", isError)
            .build());
    return this;
  }

  static JsonObject part(String text) {
    return JsonObject.builder().put("type", "text").put("text", text).build();
  }

  JsonArray messages() {
    return new JsonArray(messages);
  }
}
