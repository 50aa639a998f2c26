package dev.jevprune.adapters.stage;

/** A request or a command line that our stage declines. The text holds nothing of the request. */
final class StageRefusal extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  enum Kind {
    /** Not JSON. */
    JSON,
    /** No request of {@code jev-bus.stage.v1}. */
    SCHEMA,
    /** Neither {@code transform} nor {@code plan}. */
    OP,
    /** The messages are no list, or too many. */
    MESSAGES,
    /** The command line names no data home, profile or host. */
    USAGE
  }

  private final Kind kind;

  StageRefusal(Kind kind, String text) {
    super(text);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
