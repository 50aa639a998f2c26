package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Output of OpenHands' evaluations: one instance a line, with actions and their observations. */
final class OpenHandsFormat implements RecordFormat {

  /** Actions that call no tool. */
  private static final Set<String> TALK =
      Set.of(
          "message", "system", "recall", "think", "finish", "condensation", "change_agent_state");

  /** What an action says about itself rather than about what it does. */
  private static final Set<String> ABOUT = Set.of("thought", "impl_source", "is_input", "hidden");

  @Override
  public String name() {
    return "openhands-output-jsonl";
  }

  @Override
  public Asks asks() {
    return Asks.INFERRED;
  }

  @Override
  public void read(JsonObject line, BodyReader bodies, Consumer<Event> out) {
    out.accept(new Event.Start(Records.text(line, "instance_id")));
    Set<String> called = new HashSet<>();
    for (JsonObject event : Records.objects(line, "history")) {
      String action = Records.text(event, "action");
      if (!action.isEmpty() && !TALK.contains(action)) {
        JsonObject args = Records.object(event, "args");
        out.accept(new Event.Said(bodies.text(Records.text(args, "thought"))));
        called.add(id(event, "id"));
        out.accept(new Event.Call(id(event, "id"), call(action, args, bodies)));
      } else if (event.string("observation").isPresent() && called.contains(id(event, "cause"))) {
        out.accept(
            new Event.Result(
                id(event, "cause"),
                bodies.result(Records.text(event, "content")),
                Records.is(event, "observation", "error"),
                0));
      } else if (Records.is(event, "source", "user") && action.equals("message")) {
        out.accept(new Event.User(bodies.text(Records.text(event, "message"))));
      } else if (!Records.text(event, "message").isEmpty() && action.equals("system")) {
        out.accept(new Event.Note(bodies.text(Records.text(event, "message"))));
      }
    }
  }

  private static ToolCall call(String action, JsonObject args, BodyReader bodies) {
    Map<String, Json> kept = new LinkedHashMap<>(args.members());
    kept.keySet().removeAll(ABOUT);
    return ToolCall.of(action, new JsonObject(kept), bodies);
  }

  private static String id(JsonObject event, String name) {
    return event.get(name).orElse(null) instanceof JsonNumber number ? number.literal() : "";
  }
}
