package dev.jevprune.adapters.selftest;

/** The installed files did not do what they must; the text says at which step. */
public final class SelfTestException extends Exception {
  private static final long serialVersionUID = 1L;

  /** One failed step. */
  public SelfTestException(String text) {
    super(text);
  }

  /** One failed step, and what came out of the files there. */
  public SelfTestException(String text, Throwable cause) {
    super(text, cause);
  }
}
