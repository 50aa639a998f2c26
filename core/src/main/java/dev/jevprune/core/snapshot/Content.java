package dev.jevprune.core.snapshot;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text of a content value: a bare text, or a list of nothing but text parts.
 *
 * @param texts the texts in order
 * @param shape how they are laid out
 */
record Content(List<String> texts, Shape shape) {

  /** The text of {@code content}; nothing when it is empty or holds anything that is not text. */
  static Optional<Content> of(Json content) {
    if (content instanceof JsonString text) {
      return Optional.of(new Content(List.of(text.value()), Shape.TEXT));
    }
    if (!(content instanceof JsonArray parts) || parts.isEmpty()) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>(parts.size());
    for (Json part : parts) {
      if (!(part instanceof JsonObject object)
          || object.string("type").filter("text"::equals).isEmpty()
          || object.string("text").isEmpty()) {
        return Optional.empty();
      }
      texts.add(object.string("text").get());
    }
    return Optional.of(new Content(List.copyOf(texts), new Shape(texts.size())));
  }

  /**
   * Whether a flag is absent, null, false, zero or empty: chat hosts spell "no error" in all of
   * these ways.
   */
  static boolean isFalsy(Optional<Json> value) {
    if (value.isEmpty() || value.get() instanceof JsonNull) {
      return true;
    }
    Json json = value.get();
    if (json instanceof JsonBool bool) {
      return !bool.value();
    }
    if (json instanceof JsonNumber number) {
      return number.doubleValue() == 0;
    }
    if (json instanceof JsonString text) {
      return text.value().isEmpty();
    }
    if (json instanceof JsonArray array) {
      return array.isEmpty();
    }
    return json instanceof JsonObject object && object.members().isEmpty();
  }
}
