package dev.jevprune.core.json;

/** Text that is not JSON as we read it, or a value that has no canonical form. */
public final class JsonException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** The text breaks the grammar of JSON, or has something behind its value. */
    SYNTAX("is not valid JSON"),
    /** The bytes are not UTF-8. */
    ENCODING("is not UTF-8 text"),
    /** An object names a member twice. */
    REPEATED_MEMBER("names a member twice"),
    /** Nesting, a text, a name or a number is beyond the reader's bounds. */
    LIMIT("is nested too deep or holds a value that is too long"),
    /** A text holds half a surrogate pair and cannot be hashed. */
    LONE_SURROGATE("holds half of a surrogate pair"),
    /** A number is out of a double's range and cannot be hashed. */
    NOT_FINITE("holds a number that is out of range");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final Kind kind;
  private final String place;

  /**
   * @param kind what is wrong
   * @param place where: {@code line:column}, or empty when the place is not known; never any of the
   *     text itself
   */
  public JsonException(Kind kind, String place) {
    super("The JSON text " + kind.text + (place.isEmpty() ? "." : " at " + place + "."));
    this.kind = kind;
    this.place = place;
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }

  /** Where it is wrong: {@code line:column}, or empty. */
  public String place() {
    return place;
  }
}
