package dev.jevprune.core;

import java.util.Optional;

/**
 * The id of a tool call, as it stands in the conversation.
 *
 * <p>The rule is the wide one: 1 to 512 of {@code A–Z a–z 0–9 . _ : / - |}. A bar and long ids come
 * from providers that join two ids into one ({@code call_1|fc_1}); whether a format takes them is
 * {@code Format.callId}'s to say.
 *
 * @param value the id
 */
public record CallId(String value) {

  /** Refuses what is no id under the wide rule. */
  public CallId {
    if (!isValid(value)) {
      throw new IllegalArgumentException(
          "A call id is 1 to " + Limits.MAX_CALL_ID + " of A-Z a-z 0-9 . _ : / - |");
    }
  }

  /** The id written as {@code value}, or nothing when that is no id. */
  public static Optional<CallId> parse(String value) {
    return isValid(value) ? Optional.of(new CallId(value)) : Optional.empty();
  }

  /** Whether the id also keeps the narrow rule: at most 160 characters and no bar. */
  public boolean isNarrow() {
    return value.length() <= Limits.MAX_NARROW_CALL_ID && value.indexOf('|') < 0;
  }

  @Override
  public String toString() {
    return value;
  }

  private static boolean isValid(String value) {
    if (value.isEmpty() || value.length() > Limits.MAX_CALL_ID) {
      return false;
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean alphanumeric =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!alphanumeric && "._:/-|".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
