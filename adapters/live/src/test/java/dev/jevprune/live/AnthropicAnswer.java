package dev.jevprune.live;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A step as the events of an Anthropic message: thinking with its signature, text, tool uses. */
record AnthropicAnswer(String model) implements MockModelServer.Answer {

  @Override
  public List<String> events(Step step) {
    List<String> events = new ArrayList<>();
    events.add(opening());
    int[] index = {0};
    step.thinking()
        .ifPresent(
            thinking -> {
              ObjectNode block = JsonLines.object().put("type", "thinking").put("thinking", "");
              events.add(blockStart(index[0], block.put("signature", "")));
              events.add(blockDelta(index[0], "thinking_delta", "thinking", thinking.text()));
              events.add(
                  blockDelta(index[0], "signature_delta", "signature", thinking.signature()));
              events.add(blockStop(index[0]++));
            });
    if (!step.text().isEmpty()) {
      events.add(blockStart(index[0], JsonLines.object().put("type", "text").put("text", "")));
      events.add(blockDelta(index[0], "text_delta", "text", step.text()));
      events.add(blockStop(index[0]++));
    }
    for (Step.Call call : step.calls()) {
      ObjectNode block =
          JsonLines.object().put("type", "tool_use").put("id", call.id()).put("name", call.tool());
      block.putObject("input");
      events.add(blockStart(index[0], block));
      events.add(blockDelta(index[0], "input_json_delta", "partial_json", call.argumentsJson()));
      events.add(blockStop(index[0]++));
    }
    events.add(closing(step.calls().isEmpty() ? "end_turn" : "tool_use"));
    events.add(event("message_stop", JsonLines.object()));
    return events;
  }

  private String opening() {
    ObjectNode data = JsonLines.object();
    ObjectNode message =
        data.putObject("message")
            .put("id", "msg_live")
            .put("type", "message")
            .put("role", "assistant")
            .put("model", model);
    message.putArray("content");
    message.putNull("stop_reason").putNull("stop_sequence");
    message
        .putObject("usage")
        .put("input_tokens", 60)
        .put("output_tokens", 1)
        .put("cache_read_input_tokens", 40)
        .put("cache_creation_input_tokens", 0);
    return event("message_start", data);
  }

  private static String closing(String reason) {
    ObjectNode data = JsonLines.object();
    data.putObject("delta").put("stop_reason", reason).putNull("stop_sequence");
    data.putObject("usage").put("output_tokens", 10);
    return event("message_delta", data);
  }

  private static String blockStart(int index, ObjectNode block) {
    ObjectNode data = JsonLines.object().put("index", index);
    data.set("content_block", block);
    return event("content_block_start", data);
  }

  private static String blockDelta(int index, String type, String member, String value) {
    ObjectNode data = JsonLines.object().put("index", index);
    data.putObject("delta").put("type", type).put(member, value);
    return event("content_block_delta", data);
  }

  private static String blockStop(int index) {
    return event("content_block_stop", JsonLines.object().put("index", index));
  }

  private static String event(String type, ObjectNode data) {
    ObjectNode typed = JsonLines.object().put("type", type);
    typed.setAll(data);
    return "event: " + type + "\ndata: " + typed + "\n\n";
  }
}
