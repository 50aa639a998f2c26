package dev.jevprune.core.json;

/**
 * A JSON text. It may hold lone surrogates, as JSON text may; such a value cannot be hashed.
 *
 * @param value the text
 */
public record JsonString(String value) implements Json {}
