package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.store.DecisionLog;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.lifecycle.CacheState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** What a change of a session's ledger is worth, and what its figures are to know of it. */
final class ChangeFigures {
  private static final DecisionLog.Body NOT_COUNTED = new DecisionLog.Body(0, OptionalLong.empty());

  private final Ticket ticket;
  private final SessionState state;
  private final DecisionLog known;

  /**
   * @param known what was decided and counted in this session before
   */
  ChangeFigures(Ticket ticket, SessionState state, DecisionLog known) {
    this.ticket = ticket;
    this.state = state;
    this.known = known;
  }

  /** A change of what goes out, with the sizes of the bodies that it is about. */
  record Entry(Map<String, DecisionLog.Body> bodies, DecisionLog.Change change) {}

  Entry entry(Map<String, DecisionLog.Body> bodies, Worth worth) {
    return entry(bodies, worth, ticket.cache() == CacheState.COLD);
  }

  private Entry entry(Map<String, DecisionLog.Body> bodies, Worth worth, boolean free) {
    return new Entry(
        bodies,
        new DecisionLog.Change(
            List.copyOf(bodies.keySet()),
            worth.behind(),
            worth.behindTokens(),
            free,
            OptionalLong.empty()));
  }

  /**
   * For decisions that are added.
   *
   * @param held whether nothing of it goes out yet: it costs nothing then
   */
  Entry entry(List<Assessment.Found> pairs, List<Aged> aged, Sizes sizes, boolean held) {
    Map<String, DecisionLog.Body> bodies = new TreeMap<>();
    pairs.forEach(
        pair -> bodies.put(pair.id(), new DecisionLog.Body(pair.saved(), sizes.saved(pair.id()))));
    aged.forEach(
        read -> bodies.put(read.id(), new DecisionLog.Body(read.saved(), read.savedTokens())));
    return entry(bodies, Worth.of(pairs, aged, sizes), held || ticket.cache() == CacheState.COLD);
  }

  /** What these decisions are about: sizes from the ledger, tokens scaled. */
  Map<String, DecisionLog.Body> bodies(Collection<CallId> ids) {
    Map<String, DecisionLog.Body> bodies = new TreeMap<>();
    for (CallId id : ids) {
      state
          .ledger()
          .decision(id)
          .ifPresent(
              decision ->
                  bodies.put(
                      id.value(),
                      new DecisionLog.Body(
                          decision.source().bytes() - Utf8.length(decision.marker()),
                          OptionalLong.empty())));
    }
    return bodies;
  }

  Worth worth(Map<String, DecisionLog.Body> bodies) {
    Sizes sizes = new Sizes(Map.of(), known.tokensPerByte());
    long bytes = bodies.values().stream().mapToLong(DecisionLog.Body::bytes).sum();
    long behind = behind(bodies.keySet());
    OptionalLong counted = OptionalLong.of(0);
    for (String id : bodies.keySet()) {
      DecisionLog.Body body = known.bodies().getOrDefault(id, NOT_COUNTED);
      counted = Savings.plus(counted, body.tokens());
    }
    return new Worth(
        bytes, counted.isPresent() ? counted : sizes.about(bytes), behind, sizes.about(behind));
  }

  /** The text behind the first of these reads, in bytes: what the provider writes again. */
  private long behind(Set<String> ids) {
    return ticket.outline().calls().stream()
        .filter(call -> ids.contains(call.id()))
        .mapToLong(OutlineCall::after)
        .max()
        .orElse(0);
  }
}
