package dev.jevprune.adapters.evaluate;

/**
 * An assessment that did not take place. The message is for the user and says what to do; it holds
 * neither the key nor anything of the conversation or of a reply.
 */
public final class EvaluatorException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** A line of the settings file cannot be understood. */
    ENV_LINE("env-line"),
    /** A value of the settings file begins with a quote and does not end with it. */
    ENV_QUOTE("env-quote"),
    /** The settings file is there and cannot be used. */
    ENV_UNREADABLE("env-unreadable"),
    /** The settings file that the user named is not there. */
    ENV_CONFIGURED_UNREADABLE("env-configured-unreadable"),
    /** The configuration names no evaluator that can be asked. */
    CONFIG("config"),
    /** The user did not allow the call. */
    CONSENT("consent"),
    /** There is no key, or it cannot be one. */
    KEY("key"),
    /** The request must not be sent as it is. */
    PAYLOAD("payload"),
    /** A local evaluator is named by a url that is not on this machine. */
    URL("url"),
    /** No answer in time. */
    DEADLINE("deadline"),
    /** No answer that can be used: refused, redirected, unreachable, too long. */
    TRANSPORT("transport"),
    /** The reply is no JSON. */
    JSON("json"),
    /** The reply comes from another model. */
    MODEL("model"),
    /** The reply answers other questions. */
    ANSWER_KEYS("answer-keys");

    private final String code;

    Kind(String code) {
      this.code = code;
    }

    /** The short code in protocols and reports. */
    public String code() {
      return code;
    }
  }

  private final Kind kind;

  /** A failure with a text for the user. */
  public EvaluatorException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }
}
