package dev.jevprune.core.projection;

import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import java.util.OptionalInt;

/**
 * One body to replace.
 *
 * @param messageIndex the message that holds the body
 * @param part the part of the message whose text is replaced and whose other members stay; absent
 *     when the whole content is replaced: a bare text by the marker, several parts by one text part
 * @param marker what stands there instead
 */
public record Edit(int messageIndex, OptionalInt part, String marker) {

  /** The edit that leaves out the body of {@code source}. */
  static Edit of(Format format, Item source, String marker) {
    OptionalInt part =
        format == Format.OPENCODE
            ? source.partIndex()
            : source.shape().parts() == 1 ? OptionalInt.of(0) : OptionalInt.empty();
    return new Edit(source.messageIndex(), part, marker);
  }
}
