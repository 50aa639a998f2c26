package dev.jevprune.core;

import java.util.Locale;

/** The one named reason why the body of a read was kept. */
public enum GateReason {
  /** The call failed, was denied, or does not say that it succeeded. */
  FAILED_READ,
  /** The result holds something other than text. */
  NON_TEXT_BLOCKS,
  /** The id stands on more than one call or more than one result. */
  AMBIGUOUS_ID,
  /** The id is missing or breaks the id rule. */
  BAD_ID,
  /** The call has no result, or the result stands before it. */
  UNPAIRED_CALL,
  /** The record cannot be hashed: half a surrogate pair, a number that is not finite, too deep. */
  ILL_FORMED,
  /** Nothing later asked for the same. */
  NO_LATER_COPY,
  /** The same was asked later, but no later success returned the same text. */
  LATER_COPY_DIFFERS,
  /** The body is too small to be worth a decision. */
  BELOW_MIN_BYTES,
  /** The body is larger than the setting allows. */
  ABOVE_MAX_BYTES,
  /** The call's arguments are too long. */
  ARGUMENTS_TOO_LONG,
  /** The last user message has no text, or too much. */
  GOAL_UNUSABLE,
  /** The body stands among the last messages. */
  PROTECTED_TAIL,
  /** The body belongs to the current user turn. */
  CURRENT_TURN,
  /** The goal, the text or the arguments look as if they held a credential. */
  CREDENTIAL_VETO,
  /** The goal, the text or the arguments hold an error report. */
  ERROR_VETO,
  /** An earlier decision names this body as the copy that stays. */
  PINNED_WITNESS,
  /** As many pairs as one assessment may have were found before. */
  PAIR_LIMIT,
  /** The session has as many receipts as it may have. */
  RECEIPT_LIMIT,
  /** The marker would not be shorter than the body. */
  MARKER_NO_WIN,
  /** The model binds what it signed later to this body. */
  PREFIX_BOUND_MODEL,
  /** The host cut, cleared or extended this body itself. */
  HOST_SUFFIX,
  /** A stub of the host stands for this body: the model was told to look here. */
  HOST_REFERENCE,
  /** A marker stands there already. */
  ALREADY_MARKED,
  /** The only later copy belongs to the same batch of calls. */
  BATCH,
  /** Nothing in the conversation reads a file. */
  NO_FILE_READS,
  /** The file was neither edited nor read again later. */
  FRESH_READ,
  /** The model asked for this text again: it stays from then on. */
  KEPT_VERBATIM_AFTER_EXPAND,
  /** The body has fewer tokens than the setting wants. */
  BELOW_MIN_TOKENS,
  /** The provider's cache holds what stands behind the body; leaving it out would cost more. */
  CACHED_PREFIX,
  /** The worker did not answer in time. */
  LATE,
  /** It would be left out now, but the settings say to look only. */
  OBSERVED;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The name in files, protocols and reports: lower case. */
  public String wireName() {
    return wireName;
  }

  @Override
  public String toString() {
    return wireName;
  }
}
