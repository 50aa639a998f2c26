package dev.jevprune.core;

import java.util.Optional;

/**
 * The id a host gives a session.
 *
 * @param value 1 to 500 code points, well-formed
 */
public record SessionId(String value) {

  /** Refuses an id that is empty, too long or not well-formed. */
  public SessionId {
    if (!isValid(value)) {
      throw new IllegalArgumentException(
          "A session id has 1 to " + Limits.MAX_SESSION_CODE_POINTS + " code points.");
    }
  }

  /** The session named {@code value}, or nothing when that cannot be a session id. */
  public static Optional<SessionId> parse(String value) {
    return isValid(value) ? Optional.of(new SessionId(value)) : Optional.empty();
  }

  @Override
  public String toString() {
    return value;
  }

  private static boolean isValid(String value) {
    return !value.isEmpty()
        && value.codePointCount(0, value.length()) <= Limits.MAX_SESSION_CODE_POINTS
        && Utf8.isWellFormed(value);
  }
}
