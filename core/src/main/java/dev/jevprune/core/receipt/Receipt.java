package dev.jevprune.core.receipt;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Proof;
import dev.jevprune.core.snapshot.Snapshot;

/**
 * One approved pair: the source may be left out as long as both proofs hold.
 *
 * @param policy the rule by which the pair was chosen
 * @param evaluator who approved it
 * @param session the session it is good for
 * @param format the format of that session's messages
 * @param source the older body
 * @param witness the later copy that stays
 */
public record Receipt(
    String policy,
    Evaluator evaluator,
    SessionId session,
    Format format,
    Proof source,
    Proof witness) {

  /** The policy of exact repeats. */
  public static final String EXACT_READ_REPEAT = "exact-read-repeat-v1";

  /** The receipt of a pair that stands in {@code snapshot}. */
  public static Receipt of(Snapshot snapshot, Item source, Item witness, Evaluator evaluator) {
    return new Receipt(
        EXACT_READ_REPEAT,
        evaluator,
        snapshot.session(),
        snapshot.format(),
        source.proof(),
        witness.proof());
  }
}
