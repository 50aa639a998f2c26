package dev.jevprune.core.evaluate;

/** A reply of which nothing can be used. */
public final class ReplyException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** The reply is no strict JSON in UTF-8, or longer than a reply may be. */
    JSON("json", "The evaluator's reply is not valid JSON."),
    /** The reply is no object, or names another model than the one that was asked. */
    MODEL("model", "The evaluator's reply does not come from the model that was asked."),
    /** The reply answers other questions than those that were asked. */
    ANSWER_KEYS("answer-keys", "The evaluator's reply answers other questions than were asked.");

    private final String code;
    private final String text;

    Kind(String code, String text) {
      this.code = code;
      this.text = text;
    }

    /** The short code in protocols and reports. */
    public String code() {
      return code;
    }
  }

  private final Kind kind;

  /** A refusal of the whole reply, with a text for the user that quotes nothing of it. */
  public ReplyException(Kind kind) {
    super(kind.text + " Nothing was approved.");
    this.kind = kind;
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }
}
