package dev.jevprune.core.json;

import java.util.Comparator;
import java.util.Map;

/** JSON spelled for others: compact as it was read, or as a script in a host would spell it. */
public final class JsonText {

  private JsonText() {}

  /**
   * The value without spaces, with members in their order, numbers as they were spelled, and lone
   * surrogates escaped: reading the text gives the same value.
   *
   * @throws JsonException if the value is nested deeper than {@value StrictJson#MAX_DEPTH}
   */
  public static String write(Json value) throws JsonException {
    return JsonWriter.write(value, AS_READ);
  }

  /**
   * The value with members sorted by UTF-16 unit at every level and scalars as JavaScript's {@code
   * JSON.stringify} spells them, so that a shim and we give an argument the same fingerprint. A
   * number out of a double's range becomes null there, and here.
   *
   * @throws JsonException if the value is nested deeper than {@value StrictJson#MAX_DEPTH}
   */
  public static String writeAsScript(Json value) throws JsonException {
    return JsonWriter.write(value, AS_SCRIPT);
  }

  private static final JsonWriter.Rules AS_READ =
      new Escaping() {
        @Override
        public String number(JsonNumber number) {
          return number.literal();
        }

        @Override
        public Iterable<Map.Entry<String, Json>> order(JsonObject object) {
          return object.members().entrySet();
        }
      };

  private static final JsonWriter.Rules AS_SCRIPT =
      new Escaping() {
        @Override
        public String number(JsonNumber number) {
          double value = number.doubleValue();
          return Double.isFinite(value) ? NumberSpelling.script(value) : "null";
        }

        @Override
        public Iterable<Map.Entry<String, Json>> order(JsonObject object) {
          return JsonWriter.sorted(object, Comparator.naturalOrder());
        }
      };

  private abstract static class Escaping implements JsonWriter.Rules {
    @Override
    public void loneSurrogate(char unit, StringBuilder out) {
      JsonWriter.hex(unit, out);
    }
  }
}
