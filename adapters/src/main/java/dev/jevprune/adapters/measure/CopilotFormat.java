package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.JsonObject;
import java.util.Optional;
import java.util.function.Consumer;

/** Session events of GitHub Copilot CLI. Events of sub-agents are left out. */
final class CopilotFormat implements RecordFormat {

  @Override
  public String name() {
    return "copilot-session-jsonl";
  }

  @Override
  public void read(JsonObject line, BodyReader bodies, Consumer<Event> out) {
    JsonObject data = Records.object(line, "data");
    if (data.string("parentToolCallId").isPresent()) {
      return;
    }
    String type = Records.text(line, "type");
    switch (type) {
      case "session.start" -> out.accept(new Event.Start(Records.text(data, "sessionId")));
      case "user.message" -> out.accept(new Event.User(bodies.text(Records.text(data, "content"))));
      case "system.message", "system.notification" ->
          out.accept(new Event.Note(bodies.text(Records.text(data, "content"))));
      case "assistant.message" -> {
        out.accept(
            new Event.Answer(
                Records.text(data, "messageId"),
                "github-copilot",
                Records.text(data, "model"),
                Records.millis(line, "timestamp"),
                Optional.empty(),
                true));
        out.accept(new Event.Said(bodies.text(Records.text(data, "content"))));
        for (JsonObject call : Records.objects(data, "toolRequests")) {
          out.accept(
              new Event.Call(
                  Records.text(call, "toolCallId"),
                  ToolCall.of(
                      Records.text(call, "name"), PiFormat.member(call, "arguments"), bodies)));
        }
      }
      case "tool.execution_complete" -> {
        Content result = Content.of(PiFormat.member(Records.object(data, "result"), "content"));
        out.accept(
            new Event.Result(
                Records.text(data, "toolCallId"),
                bodies.result(result.text()),
                !Records.isTrue(data, "success"),
                result.others()));
      }
      default -> {
        if (type.equals("session.compaction_complete")) {
          out.accept(new Event.Compaction());
        }
      }
    }
  }
}
