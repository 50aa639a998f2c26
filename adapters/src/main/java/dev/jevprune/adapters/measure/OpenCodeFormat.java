package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Tokens;
import dev.jevprune.core.json.JsonObject;
import java.util.function.Consumer;

/** Sessions of OpenCode: its export, and the rows of its database put into the same form. */
final class OpenCodeFormat implements RecordFormat {

  @Override
  public String name() {
    return "opencode-session";
  }

  @Override
  public String list() {
    return "messages";
  }

  @Override
  public void read(JsonObject record, BodyReader bodies, Consumer<Event> out) {
    JsonObject info = Records.object(record, "info");
    if (info.string("role").isEmpty()) {
      out.accept(new Event.Start(Records.text(info, "id")));
      Records.objects(record, "messages").forEach(message -> message(message, bodies, out));
    } else {
      message(record, bodies, out);
    }
  }

  private static void message(JsonObject message, BodyReader bodies, Consumer<Event> out) {
    JsonObject info = Records.object(message, "info");
    boolean answer = Records.is(info, "role", "assistant");
    if (answer) {
      out.accept(
          new Event.Answer(
              Records.text(info, "id"),
              Records.text(info, "providerID"),
              Records.text(info, "modelID"),
              Records.millis(Records.object(info, "time"), "created"),
              info.object("tokens").map(OpenCodeFormat::usage).filter(t -> t.prompt() > 0),
              true));
    }
    for (JsonObject part : Records.objects(message, "parts")) {
      part(part, answer, bodies, out);
    }
  }

  private static void part(
      JsonObject part, boolean answer, BodyReader bodies, Consumer<Event> out) {
    switch (Records.text(part, "type")) {
      case "text", "reasoning" -> {
        if (!Records.isTrue(part, "ignored")) {
          Body text = bodies.text(Records.text(part, "text"));
          out.accept(
              answer
                  ? new Event.Said(text)
                  : Records.isTrue(part, "synthetic")
                      ? new Event.Note(text)
                      : new Event.User(text));
        }
      }
      case "compaction" -> out.accept(new Event.Compaction());
      case "tool" -> {
        String id = Records.text(part, "callID");
        JsonObject state = Records.object(part, "state");
        String status = Records.text(state, "status");
        out.accept(
            new Event.Call(
                id,
                ToolCall.of(Records.text(part, "tool"), PiFormat.member(state, "input"), bodies)));
        if (status.equals("completed")) {
          // What the host cleared is not sent any more.
          boolean cleared = PiFormat.some(Records.object(state, "time"), "compacted").isPresent();
          out.accept(
              new Event.Result(
                  id,
                  bodies.result(Records.text(state, "output")),
                  cleared,
                  state.array("attachments").map(list -> list.elements().size()).orElse(0)));
        } else if (status.equals("error")) {
          out.accept(new Event.Result(id, bodies.result(Records.text(state, "error")), true, 0));
        }
      }
      default -> {}
    }
  }

  private static Tokens usage(JsonObject tokens) {
    JsonObject cache = Records.object(tokens, "cache");
    return new Tokens(
        Records.count(tokens, "input"),
        Records.count(cache, "read"),
        Records.count(cache, "write"),
        0,
        Records.count(tokens, "output") + Records.count(tokens, "reasoning"));
  }
}
