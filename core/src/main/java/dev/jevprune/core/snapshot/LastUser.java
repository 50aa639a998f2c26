package dev.jevprune.core.snapshot;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The last message a person wrote.
 *
 * @param index its place, -1 when there is none
 * @param goal its text, empty when it has none
 */
record LastUser(int index, String goal) {

  static LastUser of(Format format, JsonArray messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof JsonObject message
          && role(format, message).filter("user"::equals).isPresent()) {
        Optional<Json> content = message.get(format == Format.OPENCODE ? "parts" : "content");
        if (content.isEmpty() || isWritten(format, content.get())) {
          return new LastUser(i, content.map(c -> text(format, c)).orElse(""));
        }
      }
    }
    return new LastUser(-1, "");
  }

  private static Optional<String> role(Format format, JsonObject message) {
    return format == Format.OPENCODE
        ? message.object("info").flatMap(info -> info.string("role"))
        : message.string("role");
  }

  private static boolean isWritten(Format format, Json content) {
    if (!(content instanceof JsonArray parts) || parts.isEmpty()) {
      return true;
    }
    for (Json part : parts) {
      if (!(part instanceof JsonObject object) || !isHostMade(format, object)) {
        return true;
      }
    }
    return false;
  }

  /** What a host puts into a user message without the user: such parts alone make no turn. */
  private static boolean isHostMade(Format format, JsonObject part) {
    String type = part.string("type").orElse("");
    return switch (format) {
      case PI -> false;
      case OPENAI -> type.equals("tool_result");
      case OPENCODE ->
          type.equals("compaction") || isTrue(part, "ignored") || isTrue(part, "synthetic");
    };
  }

  private static boolean isTrue(JsonObject part, String flag) {
    return part.get(flag).filter(JsonBool.TRUE::equals).isPresent();
  }

  /** The text parts are the goal, also beside an image. */
  private static String text(Format format, Json content) {
    if (content instanceof JsonString text) {
      return text.value();
    }
    List<String> texts = new ArrayList<>();
    if (content instanceof JsonArray parts) {
      for (Json part : parts) {
        if (part instanceof JsonObject object && !isHostMade(format, object)) {
          if (object.string("type").filter("text"::equals).isPresent()) {
            object.string("text").ifPresent(texts::add);
          }
        }
      }
    }
    return String.join("\n", texts);
  }
}
