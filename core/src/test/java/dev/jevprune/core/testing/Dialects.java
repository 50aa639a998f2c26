package dev.jevprune.core.testing;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pi conversations told in the other formats. What is odd stays odd. */
public final class Dialects {

  private Dialects() {}

  /** The conversation in {@code format}. */
  public static JsonArray of(Format format, JsonArray pi) {
    return switch (format) {
      case PI -> pi;
      case OPENAI -> openAi(pi);
      case OPENCODE -> openCode(pi);
    };
  }

  private static JsonArray openAi(JsonArray pi) {
    List<Json> messages = new ArrayList<>();
    for (Json element : pi) {
      if (!(element instanceof JsonObject message)) {
        messages.add(element);
        continue;
      }
      String role = message.string("role").orElse("");
      if (role.equals("toolResult")) {
        JsonObject.Builder result = JsonObject.builder().put("role", "tool");
        message.get("toolCallId").ifPresent(id -> result.put("tool_call_id", id));
        message.get("content").ifPresent(content -> result.put("content", content));
        message.get("isError").ifPresent(flag -> result.put("is_error", flag));
        messages.add(result.build());
      } else if (role.equals("assistant") && message.array("content").isPresent()) {
        messages.add(assistant(message.array("content").get()));
      } else {
        messages.add(message);
      }
    }
    return new JsonArray(messages);
  }

  private static JsonObject assistant(JsonArray parts) {
    List<Json> texts = new ArrayList<>();
    List<Json> calls = new ArrayList<>();
    for (Json part : parts) {
      if (part instanceof JsonObject call && isCall(call)) {
        JsonObject function =
            JsonObject.builder()
                .put("name", call.string("name").orElse(""))
                .put("arguments", spelled(call))
                .build();
        JsonObject.Builder told = JsonObject.builder();
        call.get("id").ifPresent(id -> told.put("id", id));
        calls.add(told.put("type", "function").put("function", function).build());
      } else {
        texts.add(part);
      }
    }
    JsonObject.Builder message =
        JsonObject.builder().put("role", "assistant").put("content", new JsonArray(texts));
    return (calls.isEmpty() ? message : message.put("tool_calls", new JsonArray(calls))).build();
  }

  private static String spelled(JsonObject call) {
    try {
      return JsonText.write(call.get("arguments").orElse(JsonObject.EMPTY));
    } catch (JsonException e) {
      return "{";
    }
  }

  private static JsonArray openCode(JsonArray pi) {
    Map<String, JsonObject> results = new HashMap<>();
    for (Json element : pi) {
      if (element instanceof JsonObject message) {
        message.string("toolCallId").ifPresent(id -> results.putIfAbsent(id, message));
      }
    }
    List<Json> messages = new ArrayList<>();
    for (Json element : pi) {
      if (!(element instanceof JsonObject message)) {
        messages.add(element);
      } else if (!message.has("toolCallId")) {
        messages.add(told(message, results));
      }
    }
    return new JsonArray(messages);
  }

  private static JsonObject told(JsonObject message, Map<String, JsonObject> results) {
    List<Json> parts = new ArrayList<>();
    for (Json part : message.array("content").orElse(JsonArray.EMPTY)) {
      parts.add(part instanceof JsonObject call && isCall(call) ? toolPart(call, results) : part);
    }
    JsonObject.Builder info = JsonObject.builder();
    message.get("role").ifPresent(role -> info.put("role", role));
    return JsonObject.builder()
        .put("info", info.build())
        .put("parts", new JsonArray(parts))
        .build();
  }

  private static JsonObject toolPart(JsonObject call, Map<String, JsonObject> results) {
    String id = call.string("id").orElse("");
    JsonObject result = results.getOrDefault(id, JsonObject.EMPTY);
    JsonObject.Builder state =
        JsonObject.builder()
            .put("status", result.bool("isError").orElse(true) ? "error" : "completed")
            .put("input", call.get("arguments").orElse(JsonObject.EMPTY));
    JsonArray content = result.array("content").orElse(JsonArray.EMPTY);
    if (!content.isEmpty() && content.get(0) instanceof JsonObject part) {
      part.get("text").ifPresent(text -> state.put("output", text));
    }
    return JsonObject.builder()
        .put("type", "tool")
        .put("id", id.replace('|', '_'))
        .put("tool", call.string("name").orElse(""))
        .put("state", state.build())
        .build();
  }

  private static boolean isCall(JsonObject part) {
    return part.string("type").filter("toolCall"::equals).isPresent();
  }
}
