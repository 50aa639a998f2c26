package dev.jevprune.adapters.embedded;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;

/** Message lists between text and values. */
final class Lists {
  private Lists() {}

  static JsonArray parse(String list) {
    return (JsonArray) value(list);
  }

  static JsonObject object(String text) {
    return (JsonObject) value(text);
  }

  static String text(Json value) {
    try {
      return JsonText.write(value);
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }

  private static Json value(String text) {
    try {
      return StrictJson.parse(text);
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }
}
