package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.evaluate.VerdictMemory;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.Kept;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges every read of a ticket: core's selection on the bodies that came, the outline for the
 * rest.
 */
final class Assessor {
  private final SelectionPolicy policy;

  Assessor(SelectionPolicy policy) {
    this.policy = policy;
  }

  OutlineJudge judge(Outline outline, Ledger ledger) {
    List<CallId> decided = new ArrayList<>();
    for (Decision decision : ledger.decisions()) {
      // Of a stale read no body is needed any more: nothing of it is judged.
      decision
          .witness()
          .ifPresent(
              witness -> {
                decided.add(decision.source().id());
                decided.add(witness.id());
              });
    }
    return new OutlineJudge(ledger.format(), outline, policy, decided);
  }

  /** Judges without the tokens of stale and superseded reads. */
  Assessment assess(Ticket ticket, SessionState state) throws ProtocolException {
    return assess(ticket, state, Optional.empty(), Set.of());
  }

  /** Judges for a list that the user sees. */
  Assessment assess(Ticket ticket, SessionState state, Optional<TokenCounter> tokens)
      throws ProtocolException {
    return assess(ticket, state, tokens, Set.of());
  }

  /**
   * Judges every read.
   *
   * @param tokens the counter, where it is loaded
   * @param first stale and superseded reads that are decided before the pairs they stand in
   */
  Assessment assess(
      Ticket ticket, SessionState state, Optional<TokenCounter> tokens, Set<String> first)
      throws ProtocolException {
    Snapshot snapshot = snapshot(ticket);
    SelectionResult selected = select(snapshot, ticket, state);
    OutlineJudge judge = judge(ticket.outline(), state.ledger());
    Sorter sorter = new Sorter(ticket, selected, judge, state.ledger());
    ticket.outline().calls().forEach(sorter::sort);
    sorter.dissolve(first);
    AgedSorter aged =
        new AgedSorter(ticket, new LifecycleJudge(ticket, state.ledger(), judge), snapshot, tokens);
    aged.sort(sorter.pairs, sorter.kept);
    Assessment assessment =
        new Assessment(snapshot, sorter.pairs, aged.found(), sorter.pruned, aged.kept());
    if (assessment.reads() != ticket.outline().calls().size()) {
      throw new IllegalStateException("The counts of an assessment do not add up.");
    }
    return assessment;
  }

  /** What a model would be asked about the pairs of a ticket. */
  AssessmentPlan plan(Ticket ticket, SessionState state, Rules rules, VerdictMemory memory)
      throws ProtocolException {
    Snapshot snapshot = snapshot(ticket);
    try {
      return AssessmentPlan.of(
          snapshot, state.onLedger(), policy, ticket.guard().floor(), rules, memory);
    } catch (ReceiptException e) {
      throw unusable(e);
    }
  }

  private static Snapshot snapshot(Ticket ticket) {
    return Snapshot.of(
        ticket.scope().format(), ticket.scope().session(), SparseMessages.of(ticket));
  }

  private SelectionResult select(Snapshot snapshot, Ticket ticket, SessionState state)
      throws ProtocolException {
    try {
      return Selection.select(snapshot, state.onLedger(), policy, ticket.guard().floor());
    } catch (ReceiptException e) {
      throw unusable(e);
    }
  }

  private static ProtocolException unusable(ReceiptException e) {
    return new ProtocolException(
        ErrorCode.REFUSED,
        "The receipts of this session cannot be used: "
            + e.getMessage()
            + " Type /prune undo all, then /prune.");
  }

  /** Puts each read into its group. */
  private static final class Sorter {
    private final Ticket ticket;
    private final OutlineJudge judge;
    private final Ledger ledger;
    private final Map<String, Pair> pairOf = new HashMap<>();
    private final Set<String> prunedIds = new HashSet<>();
    private final Map<String, GateReason> reasonOf = new HashMap<>();
    private final List<Assessment.Found> pairs = new ArrayList<>();
    private final List<Assessment.KeptRead> kept = new ArrayList<>();
    private int pruned;

    Sorter(Ticket ticket, SelectionResult selected, OutlineJudge judge, Ledger ledger) {
      this.ticket = ticket;
      this.judge = judge;
      this.ledger = ledger;
      selected.pairs().forEach(pair -> pairOf.put(pair.source().id().value(), pair));
      selected.pruned().forEach(id -> prunedIds.add(id.value()));
      for (Kept read : selected.kept()) {
        reasonOf.put(read.id(), read.reason());
      }
    }

    void sort(OutlineCall call) {
      if (ticket.needed(call.id()).isEmpty()) {
        keepUnlessMarked(call, judge.reason(call));
      } else if (prunedIds.contains(call.id())) {
        pruned++;
      } else if (pairOf.containsKey(call.id())) {
        pair(call, pairOf.get(call.id()));
      } else {
        // A body that did not come cannot be judged; neither can one that is not what was outlined.
        GateReason reason = reasonOf.getOrDefault(call.id(), GateReason.ILL_FORMED);
        // Only the outline knows the later reads of the same file that had another text.
        boolean alone = reason == GateReason.NO_LATER_COPY && !isDecided(call);
        keepUnlessMarked(call, alone ? judge.copyReason(call) : Optional.of(reason));
      }
    }

    private void pair(OutlineCall call, Pair pair) {
      Optional<OutlineCall> witness = ticket.needed(pair.witness().id().value());
      if (isDecided(call) || witness.isEmpty()) {
        pruned++; // on the ledger, though its receipt was lost
        return;
      }
      if (call.pinned()) {
        kept.add(new Assessment.KeptRead(call, GateReason.HOST_REFERENCE));
        return;
      }
      pairs.add(Assessment.Found.of(pair, call, witness.get()));
    }

    private void dissolve(Set<String> first) {
      for (Assessment.Found found : List.copyOf(pairs)) {
        if (first.contains(found.id()) || first.contains(found.witness().id())) {
          pairs.remove(found);
          kept.add(new Assessment.KeptRead(found.source(), GateReason.NO_LATER_COPY));
        }
      }
    }

    private boolean isDecided(OutlineCall call) {
      return CallId.parse(call.id()).flatMap(ledger::decision).isPresent();
    }

    private void keepUnlessMarked(OutlineCall call, Optional<GateReason> reason) {
      if (reason.isPresent()) {
        kept.add(new Assessment.KeptRead(call, reason.get()));
      } else {
        pruned++;
      }
    }
  }
}
