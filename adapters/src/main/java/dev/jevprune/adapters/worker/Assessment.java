package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.lifecycle.ReadClass;
import dev.jevprune.core.projection.Marker;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The judgement of every read of an outline: each is in exactly one of the four groups.
 *
 * @param snapshot the part of the conversation the pairs stand in
 * @param pairs what may be left out, in list order
 * @param aged stale and superseded reads that may be left out, in list order; none of them is in a
 *     pair
 * @param pruned how many are left out already
 * @param kept all others
 */
record Assessment(
    Snapshot snapshot, List<Found> pairs, List<Aged> aged, int pruned, List<KeptRead> kept) {
  Assessment {
    pairs = List.copyOf(pairs);
    aged = List.copyOf(aged);
    kept = List.copyOf(kept);
  }

  /** A pair with what the outline says of both sides. */
  record Found(Pair pair, OutlineCall source, OutlineCall witness, String marker, long saved) {
    /** The pair with its two calls and its marker. */
    static Found of(Pair pair, OutlineCall source, OutlineCall witness) {
      String marker = Marker.repeatedRead(pair.witness().id());
      long saved = pair.source().bodyBytes() - (long) Utf8.length(marker);
      return new Found(pair, source, witness, marker, saved);
    }

    String id() {
      return source.id();
    }
  }

  /** A read that stays, and why. */
  record KeptRead(OutlineCall call, GateReason reason) {}

  /** The aged reads of one class. */
  List<Aged> aged(ReadClass readClass) {
    return aged.stream().filter(one -> one.readClass() == readClass).toList();
  }

  int reads() {
    return pairs.size() + aged.size() + pruned + kept.size();
  }

  Map<GateReason, Integer> reasons() {
    Map<GateReason, Integer> reasons = new EnumMap<>(GateReason.class);
    kept.forEach(read -> reasons.merge(read.reason(), 1, Integer::sum));
    return reasons;
  }
}
