package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The judgement of every read of an outline: each is in exactly one of the three groups.
 *
 * @param snapshot the part of the conversation the pairs stand in
 * @param pairs what may be left out, in list order
 * @param pruned how many are left out already
 * @param kept all others
 */
record Assessment(Snapshot snapshot, List<Found> pairs, int pruned, List<KeptRead> kept) {
  Assessment {
    pairs = List.copyOf(pairs);
    kept = List.copyOf(kept);
  }

  /** A pair with what the outline says of both sides. */
  record Found(Pair pair, OutlineCall source, OutlineCall witness, String marker, long saved) {
    String id() {
      return source.id();
    }
  }

  /** A read that stays, and why. */
  record KeptRead(OutlineCall call, GateReason reason) {}

  int reads() {
    return pairs.size() + pruned + kept.size();
  }

  Map<GateReason, Integer> reasons() {
    Map<GateReason, Integer> reasons = new EnumMap<>(GateReason.class);
    kept.forEach(read -> reasons.merge(read.reason(), 1, Integer::sum));
    return reasons;
  }
}
