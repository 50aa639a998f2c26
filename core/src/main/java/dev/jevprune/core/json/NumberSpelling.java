package dev.jevprune.core.json;

import com.fasterxml.jackson.core.io.NumberOutput;

/**
 * How a finite double is spelled, canonically and by JavaScript: the same digits, other borders.
 */
final class NumberSpelling {

  private NumberSpelling() {}

  /**
   * Always a point or an exponent; plain from 1e-4 up to below 1e16; two exponent digits at least.
   */
  static String canonical(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0.0" : "0.0";
    }
    Shortest shortest = Shortest.of(Math.abs(value));
    String digits = shortest.digits;
    int point = shortest.point;
    String sign = value < 0 ? "-" : "";
    if (point > -4 && point <= 16) {
      String plain = plain(digits, point);
      return sign + plain + (plain.indexOf('.') < 0 ? ".0" : "");
    }
    int exponent = point - 1;
    String magnitude = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    return sign + mantissa(digits) + "e" + (exponent < 0 ? "-" : "+") + magnitude;
  }

  /** As {@code JSON.stringify} spells it: plain from 1e-6 up to below 1e21, no point when whole. */
  static String script(double value) {
    if (value == 0) {
      return "0";
    }
    Shortest shortest = Shortest.of(Math.abs(value));
    String sign = value < 0 ? "-" : "";
    if (shortest.point > -6 && shortest.point <= 21) {
      return sign + plain(shortest.digits, shortest.point);
    }
    int exponent = shortest.point - 1;
    return sign + mantissa(shortest.digits) + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }

  private static String plain(String digits, int point) {
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    if (point >= digits.length()) {
      return digits + "0".repeat(point - digits.length());
    }
    return digits.substring(0, point) + "." + digits.substring(point);
  }

  private static String mantissa(String digits) {
    return digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
  }

  /**
   * The fewest digits that read back to a double.
   *
   * @param digits without zeros at either end
   * @param point where the decimal point stands: the value is 0.digits times ten to this power
   */
  private record Shortest(String digits, int point) {

    static Shortest of(double value) {
      // Java's own spelling is not the shortest before 19; the library's is the same on all.
      String text = NumberOutput.toString(value, true);
      int e = text.indexOf('E');
      int exponent = e < 0 ? 0 : Integer.parseInt(text.substring(e + 1));
      String number = e < 0 ? text : text.substring(0, e);
      int dot = number.indexOf('.');
      String all = dot < 0 ? number : number.substring(0, dot) + number.substring(dot + 1);
      int leading = 0;
      while (leading < all.length() - 1 && all.charAt(leading) == '0') {
        leading++;
      }
      int end = all.length();
      while (end > leading + 1 && all.charAt(end - 1) == '0') {
        end--;
      }
      int point = (dot < 0 ? number.length() : dot) - leading + exponent;
      return new Shortest(all.substring(leading, end), point).oneDigitIfItReadsBack(value);
    }

    /** The smallest subnormals are spelled with two digits where one reads back as well. */
    private Shortest oneDigitIfItReadsBack(double value) {
      if (digits.length() != 2) {
        return this;
      }
      int rounded = (Integer.parseInt(digits) + 5) / 10;
      if (rounded == 10) {
        Shortest next = new Shortest("1", point + 1);
        return next.readsBackTo(value) ? next : this;
      }
      Shortest one = new Shortest(Integer.toString(rounded), point);
      return one.readsBackTo(value) ? one : this;
    }

    private boolean readsBackTo(double value) {
      return Double.parseDouble("0." + digits + "E" + point) == value;
    }
  }
}
