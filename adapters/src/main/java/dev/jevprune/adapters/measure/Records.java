package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Small questions that the formats ask of a record. */
final class Records {

  private static final int MAX_DIGITS = 18;

  private Records() {}

  /** The JSON value of a text that holds one. */
  static Optional<Json> parse(String text) {
    try {
      return Optional.of(ConversationJson.parse(text));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  static String text(JsonObject object, String name) {
    return object.string(name).orElse("");
  }

  static JsonObject object(JsonObject object, String name) {
    return object.object(name).orElse(JsonObject.EMPTY);
  }

  static List<JsonObject> objects(JsonObject object, String name) {
    List<JsonObject> objects = new ArrayList<>();
    for (Json element : object.array(name).orElse(JsonArray.EMPTY)) {
      if (element instanceof JsonObject one) {
        objects.add(one);
      }
    }
    return objects;
  }

  static boolean is(JsonObject object, String name, String value) {
    return object.string(name).filter(value::equals).isPresent();
  }

  static boolean isTrue(JsonObject object, String name) {
    return object.bool(name).orElse(false)
        || (object.get(name).orElse(null) instanceof JsonNumber number
            && number.doubleValue() != 0);
  }

  /** A count; 0 where there is none. */
  static long count(JsonObject object, String name) {
    return object.get(name).orElse(null) instanceof JsonNumber number
        ? Math.max(0, whole(number))
        : 0;
  }

  private static long whole(JsonNumber number) {
    String literal = number.literal();
    return literal.length() < MAX_DIGITS && number.isInteger()
        ? Long.parseLong(literal)
        : (long) number.doubleValue();
  }

  /** A time as a text, in seconds or in milliseconds since 1970; 0 where there is none. */
  static long millis(Json value) {
    if (value instanceof JsonNumber number) {
      double time = number.doubleValue();
      return (long) (time > 1e11 ? time : time * 1000);
    }
    return value instanceof JsonString text ? Timestamps.millis(text.value()) : 0;
  }

  static long millis(JsonObject object, String name) {
    return object.get(name).map(Records::millis).orElse(0L);
  }
}
