package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Tokens;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.function.Consumer;

/**
 * Rollout files of Codex. Its model reads files by shell commands, so few of its calls are reads.
 */
final class CodexFormat implements RecordFormat {

  @Override
  public String name() {
    return "codex-rollout-jsonl";
  }

  @Override
  public Asks asks() {
    return Asks.INFERRED;
  }

  @Override
  public void read(JsonObject line, BodyReader bodies, Consumer<Event> out) {
    JsonObject payload = Records.object(line, "payload");
    switch (Records.text(line, "type")) {
      case "session_meta" -> out.accept(new Event.Start(Records.text(payload, "id")));
      case "turn_context" ->
          payload.string("model").ifPresent(model -> out.accept(new Event.Model("openai", model)));
      case "compacted" -> {
        out.accept(new Event.Compaction());
        out.accept(new Event.Note(bodies.text(Records.text(payload, "message"))));
      }
      case "response_item" -> item(payload, bodies, out);
      case "event_msg" -> {
        JsonObject last = Records.object(Records.object(payload, "info"), "last_token_usage");
        if (Records.is(payload, "type", "token_count") && !last.members().isEmpty()) {
          out.accept(new Event.Usage(usage(last), Records.millis(line, "timestamp")));
        }
      }
      default -> {}
    }
  }

  /** An item of the Responses API, in a rollout or in a request. */
  static void item(JsonObject item, BodyReader bodies, Consumer<Event> out) {
    String type = Records.text(item, "type");
    switch (type) {
      case "function_call", "custom_tool_call", "local_shell_call" -> {
        Json arguments =
            item.get("arguments")
                .or(() -> item.get("input"))
                .or(() -> item.get("action"))
                .orElse(new JsonString(""));
        String name = type.equals("local_shell_call") ? "local_shell" : Records.text(item, "name");
        out.accept(
            new Event.Call(Records.text(item, "call_id"), ToolCall.of(name, arguments, bodies)));
      }
      case "function_call_output", "custom_tool_call_output" -> {
        Json output = PiFormat.member(item, "output");
        boolean failed = false;
        if (output instanceof JsonObject object) {
          failed = object.bool("success").filter(ok -> !ok).isPresent();
          output = object.get("content").orElse(new JsonString(""));
        }
        Content result = Content.of(output);
        out.accept(
            new Event.Result(
                Records.text(item, "call_id"),
                bodies.result(result.text()),
                failed,
                result.others()));
      }
      case "reasoning" ->
          out.accept(
              new Event.Said(bodies.text(Content.of(PiFormat.member(item, "summary")).text())));
      default -> {
        Body text = bodies.text(Content.of(PiFormat.member(item, "content")).text());
        switch (Records.text(item, "role")) {
          case "assistant" -> out.accept(new Event.Said(text));
          case "user" -> out.accept(new Event.User(text));
          case "" -> {}
          default -> out.accept(new Event.Note(text));
        }
      }
    }
  }

  /** OpenAI counts cached tokens among the input. */
  static Tokens usage(JsonObject usage) {
    long read = Records.count(usage, "cached_input_tokens");
    long written = Records.count(usage, "cache_write_tokens");
    return new Tokens(
        Math.max(0, Records.count(usage, "input_tokens") - read - written),
        read,
        written,
        0,
        Records.count(usage, "output_tokens"));
  }
}
