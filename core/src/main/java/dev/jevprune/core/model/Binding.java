package dev.jevprune.core.model;

/** Whether an earlier message may still change once a model has answered. */
public enum Binding {
  /** Earlier messages may change. */
  FREE,
  /** Nothing before the last signed block may change. */
  BOUND,
  /** Not known; treated as bound. */
  UNKNOWN;

  /** Whether new edits must stay behind the last signed block. */
  public boolean restrictsEdits() {
    return this != FREE;
  }
}
