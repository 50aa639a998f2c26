package dev.jevprune.core.projection;

import java.util.OptionalInt;

/**
 * One body to replace.
 *
 * @param messageIndex the message that holds the body
 * @param part the part of the message whose text is replaced and whose other members stay; absent
 *     when the whole content is replaced: a bare text by the marker, several parts by one text part
 * @param marker what stands there instead
 */
public record Edit(int messageIndex, OptionalInt part, String marker) {}
