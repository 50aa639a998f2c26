package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.HermesForm;
import java.util.List;
import java.util.Optional;

/**
 * How calls and results that travelled as bodies stand in a list of their format. One object for
 * each format; core reads the list that comes of it.
 */
enum BodyForm {
  /** {@code toolCall} blocks, and {@code toolResult} messages. */
  PI {
    @Override
    JsonObject assistant(List<Request.Body> bodies) {
      return message("assistant", new JsonArray(calls(bodies)));
    }

    @Override
    Optional<Json> answer(Request.Body body) {
      return Optional.of(body.result());
    }

    @Override
    boolean isNamed(Request.Body body) {
      return has(body.call(), "id", body.id()) && has(body.result(), "toolCallId", body.id());
    }
  },

  /**
   * Tool parts that hold call and result. Their own ids and those of message and session are not in
   * them, since a fork changes these: a part is known by its call id.
   */
  OPENCODE {
    @Override
    JsonObject assistant(List<Request.Body> bodies) {
      return message(
          "assistant", new JsonArray(bodies.stream().<Json>map(BodyForm::part).toList()));
    }

    @Override
    Optional<Json> answer(Request.Body body) {
      return Optional.empty();
    }

    @Override
    JsonObject user(String goal) {
      return message(
          "user", JsonArray.of(JsonObject.builder().put("type", "text").put("text", goal).build()));
    }

    @Override
    boolean isNamed(Request.Body body) {
      return has(body.call(), "callID", body.id()) && body.result() instanceof JsonObject;
    }

    private JsonObject message(String role, JsonArray parts) {
      return JsonObject.builder()
          .put("info", JsonObject.builder().put("role", role).build())
          .put("parts", parts)
          .build();
    }
  },

  /** Chat completions: {@code tool_calls}, and {@code tool} messages. */
  OPENAI {
    @Override
    JsonObject assistant(List<Request.Body> bodies) {
      return JsonObject.builder()
          .put("role", "assistant")
          .put("tool_calls", new JsonArray(calls(bodies)))
          .build();
    }

    @Override
    Optional<Json> answer(Request.Body body) {
      return Optional.of(body.result());
    }

    @Override
    boolean isNamed(Request.Body body) {
      return has(body.call(), "id", body.id()) && has(body.result(), "tool_call_id", body.id());
    }
  };

  static BodyForm of(Format format) {
    return switch (format) {
      case PI -> PI;
      case OPENCODE -> OPENCODE;
      case OPENAI -> OPENAI;
    };
  }

  /** The body in the chat form, where a host has several forms on the wire. */
  static Request.Body onChat(Optional<HermesForm> wire, Request.Body raw) {
    return wire.map(
            form ->
                new Request.Body(raw.id(), form.chatCall(raw.call()), form.chatRead(raw.result())))
        .orElse(raw);
  }

  /** The message that makes these calls. */
  abstract JsonObject assistant(List<Request.Body> bodies);

  /** The message that answers the call, where the call's own message does not. */
  abstract Optional<Json> answer(Request.Body body);

  /** Whether the records name the id under which they were sent. */
  abstract boolean isNamed(Request.Body body);

  /** What the user wrote last. */
  JsonObject user(String goal) {
    return JsonObject.builder().put("role", "user").put("content", goal).build();
  }

  private static JsonObject message(String role, JsonArray content) {
    return JsonObject.builder().put("role", role).put("content", content).build();
  }

  private static List<Json> calls(List<Request.Body> bodies) {
    return bodies.stream().map(Request.Body::call).toList();
  }

  private static Json part(Request.Body body) {
    if (!(body.call() instanceof JsonObject call)
        || !(body.result() instanceof JsonObject result)) {
      return JsonNull.NULL;
    }
    JsonObject.Builder state = result.toBuilder();
    call.object("state").flatMap(s -> s.get("input")).ifPresent(input -> state.put("input", input));
    return JsonObject.builder()
        .put("id", call.get("callID").orElse(JsonNull.NULL))
        .put("type", "tool")
        .put("tool", call.get("tool").orElse(JsonNull.NULL))
        .put("state", state.build())
        .build();
  }

  private static boolean has(Json value, String member, String text) {
    return value instanceof JsonObject object
        && object.string(member).filter(text::equals).isPresent();
  }
}
