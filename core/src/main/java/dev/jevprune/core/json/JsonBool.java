package dev.jevprune.core.json;

/**
 * A JSON truth value.
 *
 * @param value the truth
 */
public record JsonBool(boolean value) implements Json {

  /** The JSON true. */
  public static final JsonBool TRUE = new JsonBool(true);

  /** The JSON false. */
  public static final JsonBool FALSE = new JsonBool(false);
}
