package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Tokens;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.Optional;
import java.util.function.Consumer;

/** Session files of Pi, versions 1 to 3, and of OpenClaw, which keeps the same ones. */
final class PiFormat implements RecordFormat {
  static final PiFormat PI = new PiFormat("pi-session-jsonl");
  static final PiFormat OPENCLAW = new PiFormat("openclaw-session-jsonl");

  private final String name;

  private PiFormat(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void read(JsonObject line, BodyReader bodies, Consumer<Event> out) {
    String type = Records.text(line, "type");
    String id = Records.text(line, "id");
    if (type.equals("session")) {
      out.accept(new Event.Start(id));
      return;
    }
    if (!id.isEmpty() && line.has("parentId")) {
      out.accept(new Event.Entry(id, Records.text(line, "parentId")));
    }
    switch (type) {
      case "message" -> message(line, Records.object(line, "message"), bodies, out);
      case "compaction", "compact" -> {
        out.accept(new Event.Compaction());
        out.accept(new Event.Note(bodies.text(Records.text(line, "summary"))));
      }
      case "custom_message" ->
          out.accept(new Event.Note(bodies.text(Content.of(member(line, "content")).text())));
      case "branch_summary" ->
          out.accept(new Event.Note(bodies.text(Records.text(line, "summary"))));
      default -> {}
    }
  }

  private static void message(
      JsonObject line, JsonObject message, BodyReader bodies, Consumer<Event> out) {
    Json content = member(message, "content");
    switch (Records.text(message, "role")) {
      case "assistant" -> {
        long millis = Records.millis(line, "timestamp");
        out.accept(
            new Event.Answer(
                "",
                Records.text(message, "provider"),
                Records.text(message, "model"),
                millis == 0 ? Records.millis(message, "timestamp") : millis,
                message.object("usage").map(PiFormat::usage),
                true));
        out.accept(new Event.Said(bodies.text(Content.of(content).text())));
        for (Json element : content instanceof JsonArray parts ? parts : JsonArray.EMPTY) {
          if (element instanceof JsonObject part && Records.is(part, "type", "toolCall")) {
            out.accept(
                new Event.Call(
                    Records.text(part, "id"),
                    ToolCall.of(Records.text(part, "name"), member(part, "arguments"), bodies)));
          }
        }
      }
      case "toolResult" -> {
        Content result = Content.of(content);
        out.accept(
            new Event.Result(
                Records.text(message, "toolCallId"),
                bodies.result(result.text()),
                message.get("isError").filter(JsonBool.TRUE::equals).isPresent(),
                result.others()));
      }
      case "user" -> out.accept(new Event.User(bodies.text(Content.of(content).text())));
      case "bashExecution" ->
          out.accept(new Event.Note(bodies.text(Records.text(message, "output"))));
      default -> out.accept(new Event.Note(bodies.text(Content.of(content).text())));
    }
  }

  private static Tokens usage(JsonObject usage) {
    long longWritten = Records.count(usage, "cacheWrite1h");
    return new Tokens(
        Records.count(usage, "input"),
        Records.count(usage, "cacheRead"),
        Math.max(0, Records.count(usage, "cacheWrite") - longWritten),
        longWritten,
        Records.count(usage, "output"));
  }

  static Json member(JsonObject object, String name) {
    return object.get(name).orElse(JsonNull.NULL);
  }

  static Optional<Json> some(JsonObject object, String name) {
    return object.get(name).filter(value -> value != JsonNull.NULL);
  }
}
