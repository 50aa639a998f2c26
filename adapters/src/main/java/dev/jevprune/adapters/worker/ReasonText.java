package dev.jevprune.adapters.worker;

import dev.jevprune.core.GateReason;

/** One line for each gate reason. */
public final class ReasonText {
  private ReasonText() {}

  /** What the reason says to a person. */
  public static String of(GateReason reason) {
    return switch (reason) {
      case FAILED_READ -> "the read failed";
      case NON_TEXT_BLOCKS -> "the result is not only text";
      case AMBIGUOUS_ID -> "the call's id occurs more than once";
      case BAD_ID -> "the call's id is not usable";
      case UNPAIRED_CALL -> "the call has no result behind it";
      case ILL_FORMED -> "the text, the arguments or the record cannot be read safely";
      case NO_LATER_COPY -> "nothing later asked for the same";
      case LATER_COPY_DIFFERS -> "a later read of the same returned another text";
      case BELOW_MIN_BYTES -> "repeated, but smaller than is worth a decision";
      case ABOVE_MAX_BYTES -> "repeated, but larger than the setting allows";
      case ARGUMENTS_TOO_LONG -> "the call's arguments are too long";
      case GOAL_UNUSABLE -> "the last user message has no text, or too much";
      case PROTECTED_TAIL -> "it stands among the last messages";
      case CURRENT_TURN -> "it belongs to the current turn";
      case CREDENTIAL_VETO -> "the text may hold a credential";
      case ERROR_VETO -> "the text holds an error report";
      case PINNED_WITNESS -> "it is the copy that stays for another decision";
      case PAIR_LIMIT -> "one list holds no more pairs; approve, then ask again";
      case RECEIPT_LIMIT -> "the session has as many decisions as it may have";
      case MARKER_NO_WIN -> "the marker would not be shorter";
      case PREFIX_BOUND_MODEL -> "the model bound its signed thinking to it";
      case HOST_SUFFIX -> "the host shortened it or added a notice";
      case HOST_REFERENCE -> "the host told the model to look here instead of reading again";
      case ALREADY_MARKED -> "a marker stands there already";
      case BATCH -> "its only later copy came in the same batch";
      case NO_FILE_READS -> "nothing in the session reads a file";
      case FRESH_READ -> "the file was neither edited nor read again later";
      case KEPT_VERBATIM_AFTER_EXPAND -> "the model asked for this text again";
      case BELOW_MIN_TOKENS -> "smaller than is worth a decision";
      case CACHED_PREFIX -> "the provider has what stands behind it in its cache";
      case LATE -> "the decision came too late for the request";
      case OBSERVED -> "it would be left out now, and mode: observe only looks";
    };
  }
}
