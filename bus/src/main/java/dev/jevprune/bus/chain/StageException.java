package dev.jevprune.bus.chain;

/** A stage gave no reply. The text is for a note: it names the cause and holds no context text. */
public final class StageException extends Exception {

  private static final long serialVersionUID = 1L;

  private final boolean late;

  public StageException(String text) {
    this(text, false);
  }

  private StageException(String text, boolean late) {
    super(text);
    this.late = late;
  }

  /** The stage was not done in time. */
  public static StageException late(long millis) {
    return new StageException("no reply within " + millis + " ms", true);
  }

  /** Whether the cause is that time ran out. */
  public boolean isLate() {
    return late;
  }

  /** The text for a note. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
