package dev.jevprune.core.json;

import java.math.BigInteger;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A JSON number, kept as it was spelled: whether {@code 1} or {@code 1.0} was written decides its
 * hash, and a whole number may be longer than any machine word.
 *
 * @param literal the spelling, which keeps the JSON grammar of numbers
 */
public record JsonNumber(String literal) implements Json {

  /** Refuses what JSON does not spell as a number. */
  public JsonNumber {
    if (!isNumber(literal)) {
      throw new IllegalArgumentException("Not spelled as a JSON number.");
    }
  }

  /**
   * The number of a double, in the shortest spelling that reads back to it.
   *
   * @throws IllegalArgumentException if {@code value} is not finite
   */
  public static JsonNumber of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("JSON has no number for " + value + ".");
    }
    return new JsonNumber(NumberSpelling.canonical(value));
  }

  /** Whether the spelling has neither a point nor an exponent. */
  public boolean isInteger() {
    for (int i = 0; i < literal.length(); i++) {
      char c = literal.charAt(i);
      if (c == '.' || c == 'e' || c == 'E') {
        return false;
      }
    }
    return true;
  }

  /** The nearest double; infinite when the number is out of a double's range. */
  public double doubleValue() {
    return Double.parseDouble(literal);
  }

  /** The value, if the spelling is that of a whole number which an {@code int} can hold. */
  public OptionalInt intValue() {
    OptionalLong value = longValue();
    return value.isPresent() && value.getAsLong() == (int) value.getAsLong()
        ? OptionalInt.of((int) value.getAsLong())
        : OptionalInt.empty();
  }

  /** The value, if the spelling is that of a whole number which a {@code long} can hold. */
  public OptionalLong longValue() {
    // 19 digits and a sign: longer spellings cannot fit, and must not cost the square of their
    // length.
    if (!isInteger() || literal.length() > 20) {
      return OptionalLong.empty();
    }
    BigInteger value = new BigInteger(literal);
    return value.bitLength() < Long.SIZE
        ? OptionalLong.of(value.longValue())
        : OptionalLong.empty();
  }

  private static boolean isNumber(String literal) {
    int at = literal.startsWith("-") ? 1 : 0;
    int whole = digits(literal, at);
    if (whole == at || (literal.charAt(at) == '0' && whole > at + 1)) {
      return false;
    }
    at = whole;
    if (at < literal.length() && literal.charAt(at) == '.') {
      int fraction = digits(literal, at + 1);
      if (fraction == at + 1) {
        return false;
      }
      at = fraction;
    }
    if (at < literal.length() && (literal.charAt(at) == 'e' || literal.charAt(at) == 'E')) {
      int sign = at + 1 < literal.length() && "+-".indexOf(literal.charAt(at + 1)) >= 0 ? 1 : 0;
      int exponent = digits(literal, at + 1 + sign);
      if (exponent == at + 1 + sign) {
        return false;
      }
      at = exponent;
    }
    return at == literal.length();
  }

  private static int digits(String literal, int from) {
    int at = from;
    while (at < literal.length() && literal.charAt(at) >= '0' && literal.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
