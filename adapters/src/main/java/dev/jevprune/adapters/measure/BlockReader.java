package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.function.Consumer;

/**
 * Reads the messages that providers take: Anthropic's blocks, chat completions, items of the
 * Responses API.
 */
final class BlockReader {

  private BlockReader() {}

  /** What the model said and called; its answer was announced before. */
  static void answer(JsonObject message, BodyReader bodies, Consumer<Event> out) {
    Json content = PiFormat.member(message, "content");
    String thought =
        message
            .string("reasoning_content")
            .or(() -> message.string("reasoning"))
            .map(text -> text + "\n")
            .orElse("");
    out.accept(new Event.Said(bodies.text(thought + Content.of(content).text())));
    for (Json element : content instanceof JsonArray blocks ? blocks : JsonArray.EMPTY) {
      if (element instanceof JsonObject block && Records.is(block, "type", "tool_use")) {
        call(block, Records.text(block, "name"), PiFormat.member(block, "input"), bodies, out);
      }
    }
    for (JsonObject call : calls(message)) {
      JsonObject function = Records.object(call, "function");
      call(
          call,
          Records.text(function, "name"),
          PiFormat.member(function, "arguments"),
          bodies,
          out);
    }
  }

  /** Hermes keeps the calls as a text in its database. */
  private static Iterable<JsonObject> calls(JsonObject message) {
    if (message.get("tool_calls").orElse(null) instanceof JsonString text) {
      JsonObject holder =
          Records.parse(text.value())
              .map(list -> JsonObject.EMPTY.with("calls", list))
              .orElse(JsonObject.EMPTY);
      return Records.objects(holder, "calls");
    }
    return Records.objects(message, "tool_calls");
  }

  private static void call(
      JsonObject call, String name, Json arguments, BodyReader bodies, Consumer<Event> out) {
    String id = call.string("id").orElseGet(() -> Records.text(call, "call_id"));
    out.accept(new Event.Call(id, ToolCall.of(name, arguments, bodies)));
  }

  /** A user's message of Anthropic's form: results, and what was written beside them. */
  static void input(JsonObject message, boolean person, BodyReader bodies, Consumer<Event> out) {
    Json content = PiFormat.member(message, "content");
    boolean results = false;
    for (Json element : content instanceof JsonArray blocks ? blocks : JsonArray.EMPTY) {
      if (element instanceof JsonObject block && Records.is(block, "type", "tool_result")) {
        results = true;
        Content result = Content.of(PiFormat.member(block, "content"));
        out.accept(
            new Event.Result(
                Records.text(block, "tool_use_id"),
                bodies.result(result.text()),
                Records.isTrue(block, "is_error"),
                result.others()));
      }
    }
    String text = Content.of(content).text();
    if (!text.isEmpty() || !results) {
      Body body = bodies.text(text);
      out.accept(person && isWritten(text) ? new Event.User(body) : new Event.Note(body));
    }
  }

  /** Whether a person wrote a text of the user's role; Claude Code puts notes of its own there. */
  private static boolean isWritten(String text) {
    return !text.isEmpty()
        && !text.startsWith("<system-reminder>")
        && !text.startsWith("<command-name>")
        && !text.startsWith("<local-command-");
  }

  /**
   * A result of chat completions. Hermes answers with a JSON object that may say that it failed.
   */
  static void chatResult(JsonObject message, BodyReader bodies, Consumer<Event> out) {
    Content result = Content.of(PiFormat.member(message, "content"));
    boolean failed =
        Records.isTrue(message, "is_error")
            || Records.is(message, "finish_reason", "error")
            || (result.text().startsWith("{")
                && Records.parse(result.text())
                    .filter(JsonObject.class::isInstance)
                    .map(JsonObject.class::cast)
                    .filter(BlockReader::isRefusal)
                    .isPresent());
    out.accept(
        new Event.Result(
            Records.text(message, "tool_call_id"),
            bodies.result(result.text()),
            failed,
            result.others()));
  }

  /** An error, or the host's stub in place of a body: neither is a read of the file. */
  private static boolean isRefusal(JsonObject answer) {
    return PiFormat.some(answer, "error").filter(e -> !e.equals(new JsonString(""))).isPresent()
        || Records.isTrue(answer, "dedup");
  }
}
