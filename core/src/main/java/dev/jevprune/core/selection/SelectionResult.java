package dev.jevprune.core.selection;

import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The judgement of every read of a list. Each read stands in exactly one of the three lists.
 *
 * @param pairs what may be left out, in the order of the sources
 * @param pruned reads that are left out already: our marker stands there, or a receipt applies
 * @param kept all others, with the reason
 */
public record SelectionResult(List<Pair> pairs, List<CallId> pruned, List<Kept> kept) {

  /** Copies the lists. */
  public SelectionResult {
    pairs = List.copyOf(pairs);
    pruned = List.copyOf(pruned);
    kept = List.copyOf(kept);
  }

  /** How many reads were judged. */
  public int reads() {
    return pairs.size() + pruned.size() + kept.size();
  }

  /** How many reads each reason kept; reasons that kept none are absent. */
  public Map<GateReason, Integer> reasons() {
    Map<GateReason, Integer> reasons = new EnumMap<>(GateReason.class);
    kept.forEach(read -> reasons.merge(read.reason(), 1, Integer::sum));
    return reasons;
  }
}
