package dev.jevprune.adapters.embedded;

import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the text of what a simulated Pi sends. */
final class TextBytes {

  private TextBytes() {}

  /** The UTF-8 bytes of the texts of all results. */
  static long ofResults(String messages) {
    long bytes = 0;
    try {
      for (Json element : (JsonArray) ConversationJson.parse(messages)) {
        JsonObject message = (JsonObject) element;
        if (message.string("role").filter("toolResult"::equals).isPresent()) {
          bytes += message.string("content").map(Utf8::length).orElse(0);
          for (Json part : message.array("content").orElse(JsonArray.EMPTY)) {
            bytes += ((JsonObject) part).string("text").map(Utf8::length).orElse(0);
          }
        }
      }
      return bytes;
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }

  /** The number that the pattern's group finds; 0 when nothing is found. */
  static long numberIn(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1).replace(",", "")) : 0;
  }
}
