package dev.jevprune.adapters.protocol;

import java.util.Locale;

/** Why a request was not served. The lower-case name travels as {@code error.code}. */
public enum ErrorCode {
  /** The request is not of the documented form. */
  BAD_REQUEST,
  /** There is no such operation. */
  UNKNOWN_OP,
  /** Client and worker have no protocol version in common. */
  UNSUPPORTED_PROTOCOL,
  /** The conversation or the ledger changed since the ticket was made. */
  STALE,
  /** A ticket, a pair or a decision with that id does not exist. */
  NOT_FOUND,
  /**
   * A rule forbids it: the model guard, a switched-off session, a file that must not be touched.
   */
  REFUSED,
  /** A size or count above its bound. */
  LIMIT,
  /** The worker serves as many clients as it may; try again. */
  BUSY,
  /** A defect or a failing disk; the worker's log names the place. */
  INTERNAL;

  /** The code of that spelling; {@link #INTERNAL} for one that we do not know. */
  public static ErrorCode ofWireName(String name) {
    for (ErrorCode code : values()) {
      if (code.wireName().equals(name)) {
        return code;
      }
    }
    return INTERNAL;
  }

  /** The spelling on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
