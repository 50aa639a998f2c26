package dev.jevprune.adapters.worker;

import java.util.Locale;

/** How numbers and names are spelt in texts for the user. */
public final class Wording {
  private static final int MAX_NAME_CODE_POINTS = 48;

  private Wording() {}

  /** With separators: {@code 1,234}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1 read}, {@code 2 reads}. */
  public static String count(long count, String one) {
    return count(count, one, one + "s");
  }

  /** {@code 1 entry}, {@code 2 entries}. */
  public static String count(long count, String one, String many) {
    return number(count) + " " + (count == 1 ? one : many);
  }

  /**
   * A name that came from the model, for a terminal: control characters replaced, the beginning of
   * a long one cut off, never in the middle of a character.
   */
  public static String name(String name) {
    int[] points = name.codePoints().map(Wording::visible).toArray();
    if (points.length <= MAX_NAME_CODE_POINTS) {
      return new String(points, 0, points.length);
    }
    int kept = MAX_NAME_CODE_POINTS - 1;
    return "…" + new String(points, points.length - kept, kept);
  }

  private static int visible(int point) {
    int type = Character.getType(point);
    boolean hidden =
        type == Character.CONTROL
            || type == Character.FORMAT
            || type == Character.SURROGATE
            || type == Character.LINE_SEPARATOR
            || type == Character.PARAGRAPH_SEPARATOR;
    return hidden ? '?' : point;
  }
}
