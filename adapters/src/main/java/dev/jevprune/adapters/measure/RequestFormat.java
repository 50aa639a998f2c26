package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Saved request bodies, one a line: chat completions, the Responses API, Anthropic messages. Each
 * holds the whole conversation, so requests that begin alike belong together.
 */
final class RequestFormat implements RecordFormat {

  @Override
  public String name() {
    return "request-bodies-jsonl";
  }

  @Override
  public Asks asks() {
    return Asks.CAPTURED;
  }

  @Override
  public void read(JsonObject line, BodyReader bodies, Consumer<Event> out) {
    JsonObject body = line.object("body").orElse(line);
    List<Capture.Message> messages = new ArrayList<>();
    for (String head : new String[] {"tools", "system", "instructions"}) {
      body.get(head)
          .ifPresent(
              value ->
                  add(
                      messages,
                      value,
                      List.of(new Event.Note(bodies.text(ToolCall.canonical(value)))),
                      bodies));
    }
    if (body.get("input").orElse(null) instanceof JsonString text) {
      add(messages, text, List.of(new Event.User(bodies.text(text.value()))), bodies);
    }
    JsonArray list = body.array("messages").or(() -> body.array("input")).orElse(JsonArray.EMPTY);
    for (Json element : list) {
      if (element instanceof JsonObject message) {
        List<Event> events = new ArrayList<>();
        message(message, bodies, events::add);
        add(messages, message, events, bodies);
      }
    }
    out.accept(
        new Event.Request(
            new Capture(Records.text(body, "model"), Records.millis(line, "timestamp"), messages)));
  }

  private static void add(
      List<Capture.Message> messages, Json value, List<Event> events, BodyReader bodies) {
    Body print = bodies.print(ToolCall.canonical(withoutMarks(value)));
    messages.add(new Capture.Message(new Capture.Print(print.high(), print.low()), events));
  }

  private static void message(JsonObject message, BodyReader bodies, Consumer<Event> out) {
    if (message.string("type").filter(type -> !type.equals("message")).isPresent()) {
      CodexFormat.item(message, bodies, out);
      return;
    }
    switch (Records.text(message, "role")) {
      case "assistant" -> BlockReader.answer(message, bodies, out);
      case "tool" -> BlockReader.chatResult(message, bodies, out);
      case "user" -> BlockReader.input(message, true, bodies, out);
      default ->
          out.accept(
              new Event.Note(bodies.text(Content.of(PiFormat.member(message, "content")).text())));
    }
  }

  private static Json withoutMarks(Json value) {
    if (value instanceof JsonArray array) {
      return new JsonArray(array.elements().stream().map(RequestFormat::withoutMarks).toList());
    }
    if (value instanceof JsonObject object) {
      Map<String, Json> members = new LinkedHashMap<>();
      object
          .members()
          .forEach(
              (name, member) -> {
                if (!name.equals("cache_control")) {
                  members.put(name, withoutMarks(member));
                }
              });
      return new JsonObject(members);
    }
    return value;
  }
}
