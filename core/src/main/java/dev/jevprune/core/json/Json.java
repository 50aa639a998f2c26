package dev.jevprune.core.json;

/** One JSON value, immutable. */
public sealed interface Json
    permits JsonObject, JsonArray, JsonString, JsonNumber, JsonBool, JsonNull {

  /** The value of a text. */
  static JsonString of(String value) {
    return new JsonString(value);
  }

  /** The value of a whole number. */
  static JsonNumber of(long value) {
    return new JsonNumber(Long.toString(value));
  }

  /** The value of a truth. */
  static JsonBool of(boolean value) {
    return value ? JsonBool.TRUE : JsonBool.FALSE;
  }
}
