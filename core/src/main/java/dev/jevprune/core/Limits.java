package dev.jevprune.core;

/** The fixed bounds. All sizes are bytes of UTF-8 unless the name says otherwise. */
public final class Limits {

  /** The largest request on a wire. */
  public static final int MAX_WIRE_BYTES = 8_388_608;

  /** Messages in one request. */
  public static final int MAX_MESSAGES = 20_000;

  /** Code points of a session id. */
  public static final int MAX_SESSION_CODE_POINTS = 500;

  /** Receipts of one session. */
  public static final int MAX_RECEIPTS = 128;

  /** Pairs of one assessment. */
  public static final int MAX_PAIRS = 8;

  /** The smallest body that is worth a decision. */
  public static final int MIN_BODY_BYTES = 256;

  /** The largest body, unless the user sets another. */
  public static final int MAX_BODY_BYTES = 8_000;

  /** The longest goal: the text of the last user message. */
  public static final int MAX_GOAL_BYTES = 8_000;

  /** The longest canonical spelling of a call's arguments. */
  public static final int MAX_ARGUMENT_BYTES = 8_000;

  /** Messages at the end that are never touched. */
  public static final int PROTECTED_TAIL = 16;

  /** Characters of a call id. */
  public static final int MAX_CALL_ID = 512;

  /** Characters of a call id under the narrow rule, which formats with short ids keep. */
  public static final int MAX_NARROW_CALL_ID = 160;

  private Limits() {}
}
