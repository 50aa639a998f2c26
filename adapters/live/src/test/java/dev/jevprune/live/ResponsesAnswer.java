package dev.jevprune.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A step as the events of an OpenAI Responses stream; thinking travels as encrypted content. */
record ResponsesAnswer(String model) implements MockModelServer.Answer {

  @Override
  public List<String> events(Step step) {
    ArrayNode output = JsonLines.object().putArray("output");
    step.thinking()
        .ifPresent(
            thinking -> {
              ObjectNode item = output.addObject().put("type", "reasoning").put("id", "rs_live");
              item.put("encrypted_content", thinking.signature());
              item.putArray("summary");
            });
    if (!step.text().isEmpty()) {
      ObjectNode item = output.addObject().put("type", "message").put("id", "msg_live");
      ObjectNode part =
          item.put("role", "assistant").put("status", "completed").putArray("content").addObject();
      part.put("type", "output_text").put("text", step.text()).putArray("annotations");
    }
    for (Step.Call call : step.calls()) {
      output
          .addObject()
          .put("type", "function_call")
          .put("id", "fc_" + call.id())
          .put("call_id", call.id())
          .put("name", call.tool())
          .put("arguments", call.argumentsJson())
          .put("status", "completed");
    }
    List<String> events = new ArrayList<>();
    events.add(event(events, "response.created", response("in_progress", List.of(), step)));
    for (int i = 0; i < output.size(); i++) {
      ObjectNode added = JsonLines.object().put("output_index", i);
      added.set("item", output.get(i));
      events.add(event(events, "response.output_item.added", added));
      if (output.get(i).path("type").asText().equals("message")) {
        ObjectNode delta = JsonLines.object().put("output_index", i).put("content_index", 0);
        delta.put("item_id", "msg_live").put("delta", step.text()).putArray("logprobs");
        events.add(event(events, "response.output_text.delta", delta));
      }
      events.add(event(events, "response.output_item.done", added.deepCopy()));
    }
    List<ObjectNode> items = new ArrayList<>();
    output.forEach(item -> items.add((ObjectNode) item));
    events.add(event(events, "response.completed", response("completed", items, step)));
    return events;
  }

  private ObjectNode response(String status, List<ObjectNode> output, Step step) {
    ObjectNode data = JsonLines.object();
    ObjectNode response =
        data.putObject("response")
            .put("id", "resp_live")
            .put("object", "response")
            .put("created_at", 1)
            .put("status", status)
            .put("model", model)
            .put("parallel_tool_calls", true)
            .put("tool_choice", "auto");
    response.putArray("tools");
    response.putArray("output").addAll(output);
    ObjectNode usage =
        response
            .putObject("usage")
            .put("input_tokens", step.tokens() - 10)
            .put("output_tokens", 10)
            .put("total_tokens", step.tokens());
    usage.putObject("input_tokens_details").put("cached_tokens", 40);
    usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
    return data;
  }

  private static String event(List<String> before, String type, ObjectNode data) {
    ObjectNode typed = JsonLines.object().put("type", type).put("sequence_number", before.size());
    typed.setAll(data);
    return "event: " + type + "\ndata: " + typed + "\n\n";
  }
}
