package dev.jevprune.core.testing;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Builds the message list of a Pi conversation, message by message. */
public final class PiTranscript {

  private final List<Json> messages = new ArrayList<>();

  /** An empty list. */
  public PiTranscript() {}

  /** A body of {@code bytes} ASCII bytes that nothing speaks against. */
  public static String body(String word, int bytes) {
    StringBuilder text = new StringBuilder();
    for (int line = 1; text.length() < bytes; line++) {
      text.append("line ").append(line).append(" of ").append(word).append('\n');
    }
    return text.substring(0, bytes);
  }

  /** A text part. */
  public static JsonObject text(String text) {
    return JsonObject.builder().put("type", "text").put("text", text).build();
  }

  /** An image part. */
  public static JsonObject image() {
    return JsonObject.builder()
        .put("type", "image")
        .put("data", "iVBORw0KGgo=")
        .put("mimeType", "image/png")
        .build();
  }

  /** A call block. */
  public static JsonObject call(String id, String tool, JsonObject arguments) {
    return JsonObject.builder()
        .put("type", "toolCall")
        .put("id", id)
        .put("name", tool)
        .put("arguments", arguments)
        .build();
  }

  /** The arguments of a whole read. */
  public static JsonObject path(String path) {
    return JsonObject.builder().put("path", path).build();
  }

  /** The arguments of a read of some lines. */
  public static JsonObject range(String path, int offset, int limit) {
    return path(path).with("offset", Json.of(offset)).with("limit", Json.of(limit));
  }

  /** A result message. */
  public static JsonObject result(String id, String tool, boolean isError, Json content) {
    return JsonObject.builder()
        .put("role", "toolResult")
        .put("toolCallId", id)
        .put("toolName", tool)
        .put("content", content)
        .put("isError", isError)
        .put("timestamp", 1_700_000_000_000L)
        .build();
  }

  /** Adds any message as it is. */
  public PiTranscript add(Json message) {
    messages.add(message);
    return this;
  }

  /** Adds what the user wrote. */
  public PiTranscript user(String text) {
    return add(
        JsonObject.builder().put("role", "user").put("content", JsonArray.of(text(text))).build());
  }

  /** Adds an assistant message of these parts. */
  public PiTranscript assistant(Json... parts) {
    return add(
        JsonObject.builder()
            .put("role", "assistant")
            .put("content", JsonArray.of(parts))
            .put("stopReason", "toolUse")
            .build());
  }

  /** Adds a successful read and its result. */
  public PiTranscript read(String id, String path, String text) {
    return call(id, "read", path(path), text);
  }

  /** Adds a successful call and its result. */
  public PiTranscript call(String id, String tool, JsonObject arguments, String text) {
    return assistant(call(id, tool, arguments))
        .add(result(id, tool, false, JsonArray.of(text(text))));
  }

  /** Adds a read whose result has these parts. */
  public PiTranscript readParts(String id, String path, Json... parts) {
    return assistant(call(id, "read", path(path)))
        .add(result(id, "read", false, JsonArray.of(parts)));
  }

  /** Adds a read that failed. */
  public PiTranscript failedRead(String id, String path, String text) {
    return assistant(call(id, "read", path(path)))
        .add(result(id, "read", true, JsonArray.of(text(text))));
  }

  /** Adds a read that has no result yet, or never got one. */
  public PiTranscript pendingRead(String id, String path) {
    return assistant(call(id, "read", path(path)));
  }

  /** Adds an edit and its result. */
  public PiTranscript edit(String id, String path) {
    JsonObject arguments = path(path).with("edits", JsonArray.EMPTY).with("note", JsonNull.NULL);
    return call(id, "edit", arguments, "Replaced 1 block in " + path);
  }

  /** Adds {@code count} short assistant messages, the tail that is never touched. */
  public PiTranscript tail(int count) {
    for (int i = 0; i < count; i++) {
      assistant(text("Step " + i + "."));
    }
    return this;
  }

  /** The list so far. */
  public JsonArray messages() {
    return new JsonArray(messages);
  }
}
