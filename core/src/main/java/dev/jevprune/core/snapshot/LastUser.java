package dev.jevprune.core.snapshot;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The last message a person wrote.
 *
 * @param index its place, -1 when there is none
 * @param goal its text, empty when it has none
 */
record LastUser(int index, String goal) {

  /** What hosts put into a user message without the user: these alone make no turn. */
  private static final Set<String> NOT_WRITTEN = Set.of("compaction", "tool_result");

  static LastUser of(Format format, JsonArray messages) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof JsonObject message
          && role(format, message).filter("user"::equals).isPresent()) {
        Optional<Json> content = message.get(format == Format.OPENCODE ? "parts" : "content");
        if (content.isEmpty() || isWritten(format, content.get())) {
          return new LastUser(i, content.map(LastUser::text).orElse(""));
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
    if (format == Format.PI || !(content instanceof JsonArray parts) || parts.isEmpty()) {
      return true;
    }
    for (Json part : parts) {
      if (!(part instanceof JsonObject object) || !isHostMade(object)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHostMade(JsonObject part) {
    return part.get("ignored").filter(JsonBool.TRUE::equals).isPresent()
        || part.get("synthetic").filter(JsonBool.TRUE::equals).isPresent()
        || part.string("type").filter(NOT_WRITTEN::contains).isPresent();
  }

  /** The text parts are the goal, also beside an image. */
  private static String text(Json content) {
    if (content instanceof JsonString text) {
      return text.value();
    }
    List<String> texts = new ArrayList<>();
    if (content instanceof JsonArray parts) {
      for (Json part : parts) {
        if (part instanceof JsonObject object && !isHostMade(object)) {
          if (object.string("type").filter("text"::equals).isPresent()) {
            object.string("text").ifPresent(texts::add);
          }
        }
      }
    }
    return String.join("\n", texts);
  }
}
