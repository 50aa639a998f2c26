package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The content of a message or a result.
 *
 * @param text its text parts, joined with newlines
 * @param others how many parts are no text: images, documents
 */
record Content(String text, int others) {
  private static final Set<String> TEXT_TYPES =
      Set.of("text", "input_text", "output_text", "summary_text", "refusal");

  /** Parts that say what was thought: they are text of the answer. */
  private static final Set<String> THOUGHTS = Set.of("thinking", "reasoning");

  /** Parts that the formats read themselves. */
  private static final Set<String> CALLS =
      Set.of("tool_use", "toolCall", "tool_result", "redacted_thinking");

  static Content of(Json content) {
    if (content instanceof JsonString text) {
      return new Content(text.value(), 0);
    }
    if (!(content instanceof JsonArray parts)) {
      return new Content("", 0);
    }
    List<String> texts = new ArrayList<>(1);
    int others = 0;
    for (Json element : parts) {
      if (element instanceof JsonString string) {
        texts.add(string.value());
      } else if (element instanceof JsonObject object) {
        String type = Records.text(object, "type");
        if (TEXT_TYPES.contains(type) || (type.isEmpty() && object.string("text").isPresent())) {
          texts.add(Records.text(object, "text"));
        } else if (THOUGHTS.contains(type)) {
          texts.add(object.string("thinking").orElseGet(() -> Records.text(object, "text")));
        } else if (!CALLS.contains(type)) {
          others++;
        }
      }
    }
    // Most have one part, which is not copied.
    return new Content(texts.size() == 1 ? texts.get(0) : String.join("\n", texts), others);
  }
}
