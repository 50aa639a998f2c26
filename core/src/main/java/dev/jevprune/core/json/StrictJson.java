package dev.jevprune.core.json;

/**
 * Reads JSON strictly: one value and nothing behind it, no repeated member name, no numbers that
 * JSON does not spell, UTF-8 only. A byte order mark at the start is dropped.
 *
 * <p>For our own files and protocols. What a host wrote is read with {@link ConversationJson}.
 */
public final class StrictJson {

  /** The deepest nesting that is read, and that has a canonical form. */
  public static final int MAX_DEPTH = 1000;

  /** The longest number that is read, and that has a canonical form. */
  public static final int MAX_NUMBER_LENGTH = 4_300;

  private static final JsonReader READER = JsonReader.strict();

  private StrictJson() {}

  /**
   * Reads one value from UTF-8 bytes.
   *
   * @throws JsonException if the bytes are not UTF-8 or not strict JSON
   */
  public static Json parse(byte[] bytes) throws JsonException {
    return READER.parse(bytes);
  }

  /**
   * Reads one value from text.
   *
   * @throws JsonException if the text is not strict JSON
   */
  public static Json parse(String text) throws JsonException {
    return READER.parse(text);
  }
}
