package dev.jevprune.core.selection;

/**
 * Where new edits may begin. A model that binds signed thinking to everything before it refuses a
 * request in which an earlier message changed, so nothing new is left out before the last signed
 * block.
 *
 * @param firstMessage the first message that may be edited, 0 when all may
 */
public record NewEditFloor(int firstMessage) {

  /** No floor. */
  public static final NewEditFloor NONE = new NewEditFloor(0);

  /** Refuses a negative index. */
  public NewEditFloor {
    if (firstMessage < 0) {
      throw new IllegalArgumentException("A message index cannot be " + firstMessage + ".");
    }
  }
}
