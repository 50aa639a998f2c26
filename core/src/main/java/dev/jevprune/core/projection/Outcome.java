package dev.jevprune.core.projection;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.receipt.Receipt;

/** What became of one receipt. */
public sealed interface Outcome {

  /** The receipt. */
  Receipt receipt();

  /**
   * Every proof holds: the source is left out.
   *
   * @param bytesRemoved bytes of the body less bytes of the marker; more than 0
   */
  record Applied(Receipt receipt, Edit edit, int bytesRemoved) implements Outcome {}

  /** The source is not in this list; nothing to do. */
  record Inactive(Receipt receipt) implements Outcome {}

  /**
   * The source is there, but the proof no longer holds: the original goes out.
   *
   * @param reason the first thing that no longer holds
   */
  record Invalid(Receipt receipt, GateReason reason) implements Outcome {}
}
