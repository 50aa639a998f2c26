package dev.jevprune.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A step as chunks of an OpenAI chat completion, with the usage chunk that Pi asks for. */
record OpenAiAnswer(String model) implements MockModelServer.Answer {

  @Override
  public List<String> events(Step step) {
    List<String> events = new ArrayList<>();
    ObjectNode opening = JsonLines.object().put("role", "assistant").put("content", step.text());
    events.add(choice(opening, false, ""));
    for (int i = 0; i < step.calls().size(); i++) {
      Step.Call call = step.calls().get(i);
      // Name and arguments in two chunks, as real servers send them.
      events.add(choice(toolCall(i, call.id(), call.tool(), ""), false, ""));
      events.add(choice(toolCall(i, "", "", call.argumentsJson()), false, ""));
    }
    events.add(choice(JsonLines.object(), true, step.calls().isEmpty() ? "stop" : "tool_calls"));
    ObjectNode usage = chunk();
    usage.putArray("choices");
    usage
        .putObject("usage")
        .put("prompt_tokens", step.tokens() - 10)
        .put("completion_tokens", 10)
        .put("total_tokens", step.tokens())
        .putObject("prompt_tokens_details")
        .put("cached_tokens", 40);
    events.add("data: " + usage + "\n\n");
    events.add("data: [DONE]\n\n");
    return events;
  }

  private static ObjectNode toolCall(int index, String id, String tool, String arguments) {
    ObjectNode delta = JsonLines.object();
    ObjectNode call = delta.putArray("tool_calls").addObject().put("index", index);
    if (!id.isEmpty()) {
      call.put("id", id).put("type", "function");
    }
    ObjectNode function = call.putObject("function").put("arguments", arguments);
    if (!tool.isEmpty()) {
      function.put("name", tool);
    }
    return delta;
  }

  private String choice(ObjectNode delta, boolean last, String reason) {
    ObjectNode chunk = chunk();
    ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
    choice.set("delta", delta);
    if (last) {
      choice.put("finish_reason", reason);
    } else {
      choice.putNull("finish_reason");
    }
    return "data: " + chunk + "\n\n";
  }

  private ObjectNode chunk() {
    return JsonLines.object()
        .put("id", "chatcmpl-live")
        .put("object", "chat.completion.chunk")
        .put("created", 1)
        .put("model", model);
  }
}
