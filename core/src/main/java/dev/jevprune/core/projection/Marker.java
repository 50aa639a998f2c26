package dev.jevprune.core.projection;

import dev.jevprune.core.CallId;

/**
 * What stands in place of a body that was left out. A pure function of the witness' id: no clock,
 * no session, no machine path, so that the same decision always gives the same bytes and the
 * provider's prompt cache holds. Path and range stand in the untouched call right before it.
 */
public final class Marker {

  private static final String BEFORE =
      "[Jev prune: repeated read-result body omitted; retained witness: ";
  private static final String AFTER = "]";

  private Marker() {}

  /** The marker for a read whose later equal copy stays under {@code witness}. */
  public static String repeatedRead(CallId witness) {
    return BEFORE + witness.value() + AFTER;
  }

  /** Whether a body is one of our markers and nothing else. */
  public static boolean isOurs(String text) {
    return text.startsWith(BEFORE)
        && text.endsWith(AFTER)
        && text.length() > BEFORE.length() + AFTER.length()
        && CallId.parse(text.substring(BEFORE.length(), text.length() - AFTER.length()))
            .isPresent();
  }
}
