package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes a session file of Pi, a request after the other, half a minute apart. */
final class PiLog {
  private static final Instant START = Instant.parse("2026-05-12T01:00:00Z");
  private static final long STEP_SECONDS = 30;

  private final List<String> lines = new ArrayList<>();
  private final String model;
  private Instant now = START;
  private int calls;

  PiLog(String model) {
    this.model = model;
    line(JsonObject.builder().put("type", "session").put("version", 3).put("id", "s"));
  }

  private void line(JsonObject.Builder entry) {
    lines.add(MeasureReport.write(entry.put("timestamp", now.toString()).build()));
  }

  private void message(JsonObject message) {
    line(JsonObject.builder().put("type", "message").put("message", message));
  }

  private static JsonArray text(String text) {
    return JsonArray.of(JsonObject.builder().put("type", "text").put("text", text).build());
  }

  PiLog user(String text) {
    message(JsonObject.builder().put("role", "user").put("content", text(text)).build());
    return this;
  }

  /** A call, in an answer of its own. */
  PiLog call(String tool, String path, String result) {
    String id = "call-" + calls++;
    answer(
        JsonObject.builder()
            .put("type", "toolCall")
            .put("id", id)
            .put("name", tool)
            .put("arguments", JsonObject.builder().put("path", path).build())
            .build(),
        JsonObject.EMPTY);
    return result(id, text(result), false);
  }

  PiLog read(String path, String text) {
    return call("read", path, text);
  }

  PiLog readImage(String path) {
    String id = "call-" + calls++;
    answer(
        JsonObject.builder()
            .put("type", "toolCall")
            .put("id", id)
            .put("name", "read")
            .put("arguments", JsonObject.builder().put("path", path).build())
            .build(),
        JsonObject.EMPTY);
    return result(
        id,
        JsonArray.of(
            JsonObject.builder()
                .put("type", "image")
                .put("mimeType", "image/png")
                .put("data", "A".repeat(400_000))
                .build()),
        false);
  }

  private PiLog result(String id, JsonArray content, boolean failed) {
    message(
        JsonObject.builder()
            .put("role", "toolResult")
            .put("toolCallId", id)
            .put("content", content)
            .put("isError", failed)
            .build());
    return this;
  }

  /** Requests that add a few words each. */
  PiLog turns(int count) {
    for (int i = 0; i < count; i++) {
      answer(text("step").elements().get(0), JsonObject.EMPTY);
      user("on");
    }
    return this;
  }

  /** An answer with what was billed for it. */
  PiLog billed(long input, long read, long written) {
    answer(
        text("step").elements().get(0),
        JsonObject.builder()
            .put("input", input)
            .put("cacheRead", read)
            .put("cacheWrite", written)
            .put("output", 1)
            .build());
    return user("on");
  }

  private void answer(Json part, JsonObject usage) {
    now = now.plusSeconds(STEP_SECONDS);
    JsonObject.Builder message =
        JsonObject.builder()
            .put("role", "assistant")
            .put("content", JsonArray.of(part))
            .put("provider", "anthropic")
            .put("model", model);
    if (!usage.members().isEmpty()) {
      message.put("usage", usage);
    }
    message(message.build());
  }

  PiLog pause(long seconds) {
    now = now.plusSeconds(seconds);
    return this;
  }

  PiLog compaction() {
    line(JsonObject.builder().put("type", "compaction").put("summary", "So far."));
    return this;
  }

  PiLog raw(String line) {
    lines.add(line);
    return this;
  }

  /** Lines of a file, numbered so that no two are equal. */
  static String body(String name, int lineCount) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lineCount; i++) {
      text.append("line ").append(i).append(" of ").append(name).append(" holds some words\n");
    }
    return text.toString();
  }

  Path write(Path folder) throws IOException {
    Path file = folder.resolve("session.jsonl");
    Files.write(file, lines);
    return file;
  }

  /** Measures this session, a token for four bytes. */
  SessionReport measure(Path folder) throws IOException {
    return measured(write(folder)).total();
  }

  static MeasureReport measured(Path... files) throws IOException {
    return new Measurement(Pricing.standard(), Optional.empty(), 2)
        .of(List.of(files), Progress.NONE);
  }
}
