package dev.jevprune.core.snapshot;

/**
 * How the text of a result is laid out. Two results are repeats only in the same shape: two parts
 * {@code x} and {@code y} are not the one text {@code x\ny}.
 *
 * @param parts 0 for a bare text, else the number of text parts
 */
public record Shape(int parts) {

  /** One bare text. */
  public static final Shape TEXT = new Shape(0);

  /** Refuses a negative number of parts. */
  public Shape {
    if (parts < 0) {
      throw new IllegalArgumentException("A result cannot have " + parts + " parts.");
    }
  }

  /** The name in protocols: {@code text} or {@code parts:N}. */
  public String wireName() {
    return parts == 0 ? "text" : "parts:" + parts;
  }
}
