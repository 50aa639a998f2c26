package dev.jevprune.bus.chain;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Calls and results by id. Providers refuse a result whose call is not in front of it, and hosts
 * make up a result for a call that has none.
 */
final class Pairing {

  private Pairing() {}

  /** The ids of calls without a later result and of results without an earlier call. */
  static Set<String> loose(JsonArray messages, Format format) {
    Set<String> open = new HashSet<>();
    Set<String> answered = new HashSet<>();
    Set<String> loose = new HashSet<>();
    for (Json element : messages) {
      if (!(element instanceof JsonObject message)) {
        continue;
      }
      calls(
          message,
          format,
          call -> call.string("id").filter(id -> !answered.contains(id)).ifPresent(open::add));
      result(message, format)
          .ifPresent(
              id -> {
                if (open.remove(id)) {
                  answered.add(id);
                } else if (!answered.contains(id)) {
                  loose.add(id);
                }
              });
    }
    loose.addAll(open);
    return loose;
  }

  /** The calls of one message. In OpenCode a call and its result are one part: none is loose. */
  static void calls(JsonObject message, Format format, Consumer<JsonObject> each) {
    if (format == Format.OPENCODE || !isRole(message, "assistant")) {
      return;
    }
    String list = format == Format.PI ? "content" : "tool_calls";
    String type = format == Format.PI ? "toolCall" : "function";
    for (Json element : message.array(list).orElse(JsonArray.EMPTY)) {
      if (element instanceof JsonObject call
          && call.string("type").filter(type::equals).isPresent()) {
        each.accept(call);
      }
    }
  }

  /** The id of the call that this message answers. */
  static Optional<String> result(JsonObject message, Format format) {
    return switch (format) {
      case PI -> isRole(message, "toolResult") ? message.string("toolCallId") : Optional.empty();
      case OPENAI -> isRole(message, "tool") ? message.string("tool_call_id") : Optional.empty();
      case OPENCODE -> Optional.empty();
    };
  }

  static boolean isRole(JsonObject message, String role) {
    return message.string("role").filter(role::equals).isPresent();
  }
}
