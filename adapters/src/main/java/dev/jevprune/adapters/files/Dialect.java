package dev.jevprune.adapters.files;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.Optional;

/** The forms a message list comes in. A host may dump its own form or what went on the wire. */
enum Dialect {
  /** Pi's own. */
  PI,
  /** OpenCode's own: {@code info} and {@code parts}. */
  OPENCODE,
  /** Chat completions: {@code tool_calls}, {@code tool} messages. */
  CHAT,
  /** Anthropic messages: {@code tool_use} and {@code tool_result} blocks. */
  BLOCKS,
  /** Responses: a flat list of typed items. */
  RESPONSES;

  /** The form of {@code list}; {@code fallback} when no message decides. */
  static Dialect of(JsonArray list, Dialect fallback) {
    for (Json element : list) {
      if (element instanceof JsonObject message) {
        Optional<Dialect> decided = of(message);
        if (decided.isPresent()) {
          return decided.get();
        }
      }
    }
    return fallback;
  }

  /** Whether an element looks like a message of any form. */
  static boolean isMessage(Json element) {
    return element instanceof JsonObject message
        && (message.string("role").isPresent()
            || message.object("info").isPresent()
            || of(message).isPresent());
  }

  private static Optional<Dialect> of(JsonObject message) {
    String role = message.string("role").orElse("");
    String type = message.string("type").orElse("");
    if (message.array("parts").isPresent() && message.has("info")) {
      return Optional.of(OPENCODE);
    }
    if (role.equals("tool") || message.array("tool_calls").isPresent()) {
      return Optional.of(CHAT);
    }
    if (role.equals("toolResult")) {
      return Optional.of(PI);
    }
    if (type.equals("function_call") || type.equals("function_call_output")) {
      return Optional.of(RESPONSES);
    }
    for (Json block : message.array("content").orElse(JsonArray.EMPTY)) {
      String blockType = block instanceof JsonObject o ? o.string("type").orElse("") : "";
      switch (blockType) {
        case "toolCall" -> {
          return Optional.of(PI);
        }
        case "tool_use", "tool_result" -> {
          return Optional.of(BLOCKS);
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  /** The format in which the list is judged once it went through {@link #toFormat}. */
  Format format() {
    return this == OPENCODE ? Format.OPENCODE : Format.PI;
  }

  /** The list in that format. Lists of Pi and OpenCode stay as they are. */
  JsonArray toFormat(JsonArray list) {
    return switch (this) {
      case PI, OPENCODE -> list;
      case CHAT -> ChatForm.toPi(list);
      case BLOCKS -> BlockForm.toPi(list);
      case RESPONSES -> ResponsesForm.toPi(list);
    };
  }
}
