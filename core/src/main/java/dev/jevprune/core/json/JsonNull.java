package dev.jevprune.core.json;

/** The JSON null. */
public record JsonNull() implements Json {

  /** The one value. */
  public static final JsonNull NULL = new JsonNull();
}
