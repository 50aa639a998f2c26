package dev.jevprune.adapters.protocol;

/** A request that is answered with an error. The message is for the person who must act. */
public final class ProtocolException extends Exception {
  private final ErrorCode code;

  public ProtocolException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  public ErrorCode code() {
    return code;
  }

  /** The message, never null. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
