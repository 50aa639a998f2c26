package dev.jevprune.core.json;

import dev.jevprune.core.Digest;
import dev.jevprune.core.Utf8;
import java.util.Map;

/**
 * The canonical form, which is what gets hashed: members sorted by code point, no spaces, only the
 * necessary escapes, whole numbers exact, other numbers as the shortest double.
 */
public final class CanonicalJson {

  private static final JsonWriter.Rules RULES =
      new JsonWriter.Rules() {
        @Override
        public String number(JsonNumber number) throws JsonException {
          return CanonicalJson.number(number);
        }

        @Override
        public void loneSurrogate(char unit, StringBuilder out) throws JsonException {
          throw new JsonException(JsonException.Kind.LONE_SURROGATE, "");
        }

        @Override
        public Iterable<Map.Entry<String, Json>> order(JsonObject object) throws JsonException {
          if (object.repeated()) {
            throw new JsonException(JsonException.Kind.REPEATED_MEMBER, "");
          }
          return JsonWriter.sorted(object, CanonicalJson::compareCodePoints);
        }
      };

  private CanonicalJson() {}

  /**
   * The canonical text of {@code value}.
   *
   * @throws JsonException if a text holds a lone surrogate, an object's text named a member twice,
   *     a number is out of a double's range or longer than {@value StrictJson#MAX_NUMBER_LENGTH},
   *     or the value is nested deeper than {@value StrictJson#MAX_DEPTH}
   */
  public static String write(Json value) throws JsonException {
    return JsonWriter.write(value, RULES);
  }

  /**
   * The SHA-256 of the canonical text in UTF-8.
   *
   * @throws JsonException as {@link #write}
   */
  public static Digest digest(Json value) throws JsonException {
    return Digest.ofWellFormed(write(value));
  }

  /** Whether {@code value} has a canonical form: the cheap question before a hash is needed. */
  public static boolean isWritable(Json value) {
    return isWritable(value, 0);
  }

  private static boolean isWritable(Json value, int depth) {
    if (depth > StrictJson.MAX_DEPTH) {
      return false;
    }
    if (value instanceof JsonString text) {
      return Utf8.isWellFormed(text.value());
    }
    if (value instanceof JsonObject object) {
      if (object.repeated()) {
        return false;
      }
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        if (!Utf8.isWellFormed(member.getKey()) || !isWritable(member.getValue(), depth + 1)) {
          return false;
        }
      }
      return true;
    }
    if (value instanceof JsonArray array) {
      for (Json element : array) {
        if (!isWritable(element, depth + 1)) {
          return false;
        }
      }
      return true;
    }
    return !(value instanceof JsonNumber number)
        || (number.literal().length() <= StrictJson.MAX_NUMBER_LENGTH
            && (number.isInteger() || Double.isFinite(number.doubleValue())));
  }

  private static String number(JsonNumber number) throws JsonException {
    if (number.literal().length() > StrictJson.MAX_NUMBER_LENGTH) {
      throw new JsonException(JsonException.Kind.LIMIT, "");
    }
    if (number.isInteger()) {
      return number.literal().equals("-0") ? "0" : number.literal();
    }
    double value = number.doubleValue();
    if (!Double.isFinite(value)) {
      throw new JsonException(JsonException.Kind.NOT_FINITE, "");
    }
    return NumberSpelling.canonical(value);
  }

  /** Java compares UTF-16 units, which puts U+E000 to U+FFFF behind the astral characters. */
  static int compareCodePoints(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int i = 0; i < length; i++) {
      char a = left.charAt(i);
      char b = right.charAt(i);
      if (a != b) {
        boolean astralA = Character.isSurrogate(a);
        boolean astralB = Character.isSurrogate(b);
        return astralA == astralB ? Character.compare(a, b) : astralA ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
