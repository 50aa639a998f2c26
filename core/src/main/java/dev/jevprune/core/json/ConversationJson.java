package dev.jevprune.core.json;

/**
 * Reads what a host wrote. The grammar is that of JSON, but a value that strict reading refuses
 * costs only itself: it is kept in a form that has no canonical form, so that the one item it
 * belongs to can prove nothing, and the rest of the conversation is read as if it were not odd.
 *
 * <ul>
 *   <li>A member named twice: the last one stands, as hosts read it, and the object is marked.
 *   <li>Nesting beyond {@value StrictJson#MAX_DEPTH}: cut below, one level deeper than what can be
 *       hashed.
 *   <li>A number of more than {@value StrictJson#MAX_NUMBER_LENGTH} characters: kept as it is.
 *   <li>Bytes that are not UTF-8: each becomes half of a surrogate pair.
 * </ul>
 *
 * <p>Such a value must not be written back: it is for judging only.
 */
public final class ConversationJson {

  private static final JsonReader READER = JsonReader.tolerant();

  private ConversationJson() {}

  /**
   * Reads one value from bytes.
   *
   * @throws JsonException if the grammar of JSON is broken
   */
  public static Json parse(byte[] bytes) throws JsonException {
    return READER.parse(bytes);
  }

  /**
   * Reads one value from text.
   *
   * @throws JsonException if the grammar of JSON is broken
   */
  public static Json parse(String text) throws JsonException {
    return READER.parse(text);
  }
}
