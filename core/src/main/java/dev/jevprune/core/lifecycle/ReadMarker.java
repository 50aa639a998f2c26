package dev.jevprune.core.lifecycle;

import dev.jevprune.core.Digest;
import dev.jevprune.core.Utf8;
import java.util.Optional;

/**
 * What stands in place of a stale or superseded read. A pure function of the class, of what the
 * call names and of the text's digest: no clock, no session, no id of the host, so that a fork and
 * a resumed session send the same bytes. It says why the text is absent and that the file is
 * intact, promises no tool that the host does not offer, and asks for no new read.
 */
public final class ReadMarker {

  /** The tool that gives a text back. */
  public static final String EXPAND_TOOL = "jev_prune_expand";

  private static final String START = "[Jev prune: ";
  private static final String SHORT = START + "older read left out]";
  private static final int HANDLE_DIGITS = 12;
  private static final int MAX_LABEL = 200;

  private ReadMarker() {}

  /** The fixed text that says least. */
  public static String shortest() {
    return SHORT;
  }

  /**
   * What happened, and where the host offers the tool, how to get the text back.
   *
   * @param readClass stale or superseded
   * @param label path and range as the call names them; left out when it is long or odd
   * @param text the digest of the text, when the tool is offered
   */
  public static String of(ReadClass readClass, String label, Optional<Digest> text) {
    String what = isPlain(label) ? "this read of " + label : "this read";
    String why =
        readClass == ReadClass.STALE
            ? "the file was modified later in the conversation"
            : "the same part was read again later in the conversation";
    String back =
        text.map(
                digest ->
                    "; the tool " + EXPAND_TOOL + " gives this older text back: " + handle(digest))
            .orElse("");
    return START + what + " is left out, " + why + "; the file itself is intact" + back + "]";
  }

  /** What the tool is called with: the first digits of the text's digest. */
  public static String handle(Digest text) {
    return text.hex().substring(0, HANDLE_DIGITS);
  }

  private static boolean isPlain(String label) {
    return !label.isBlank()
        && label.length() <= MAX_LABEL
        && label.codePoints().noneMatch(c -> Character.isISOControl(c) || c == '[' || c == ']')
        && Utf8.isWellFormed(label);
  }
}
