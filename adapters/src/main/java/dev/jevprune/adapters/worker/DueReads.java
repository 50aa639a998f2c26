package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Settings;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.Limits;
import dev.jevprune.core.lifecycle.CacheState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which decisions are due of themselves at a request, and why the others are not. */
final class DueReads {
  private final Ticket ticket;
  private final LifecycleJudge judge;
  private final Map<GateReason, Integer> reasons = new EnumMap<>(GateReason.class);
  private final Set<String> due = new HashSet<>();

  DueReads(Ticket ticket, LifecycleJudge judge) {
    this.ticket = ticket;
    this.judge = judge;
    if (ticket.outline().calls().isEmpty()) {
      note(GateReason.NO_FILE_READS);
    }
    for (OutlineCall call : ticket.outline().calls()) {
      Optional<GateReason> gate = judge.gateOnRequest(call);
      gate.ifPresent(this::note);
      if (gate.isEmpty()) {
        due.add(call.id());
      }
    }
  }

  private void note(GateReason reason) {
    reasons.merge(reason, 1, Integer::sum);
  }

  /** Notes that so many reads were chosen by settings that only look. */
  void observed(int chosen) {
    if (chosen > 0) {
      reasons.merge(GateReason.OBSERVED, chosen, Integer::sum);
    }
  }

  /**
   * What is chosen.
   *
   * @param pairs exact repeats
   * @param aged stale and superseded reads
   */
  record Choice(List<Assessment.Found> pairs, List<Aged> aged) {}

  /** The ids of the reads that no gate keeps. */
  Set<String> ids() {
    return ticket.settings().lifecycle().on() ? Set.copyOf(due) : Set.of();
  }

  int attempted() {
    return ticket.outline().calls().size();
  }

  Map<GateReason, Integer> reasons() {
    return reasons;
  }

  /** The reads whose bodies a request's decisions need, in list order. */
  List<OutlineCall> need(OutlineJudge pairs, Ledger ledger) {
    Set<String> wanted = new HashSet<>();
    if (!ledger.off() && ticket.settings().mode() != Settings.Mode.OFF) {
      if (ticket.settings().lifecycle().on()) {
        wanted.addAll(due);
      }
      if (repeatsAreDue()) {
        pairs.need().forEach(call -> wanted.add(call.id()));
      }
    }
    return inOrder(wanted);
  }

  /** The reads whose bodies a list for the user needs. */
  List<OutlineCall> needToShow(OutlineJudge pairs) {
    Set<String> wanted = new HashSet<>();
    pairs.need().forEach(call -> wanted.add(call.id()));
    for (OutlineCall call : ticket.outline().calls()) {
      if (judge.gate(call).isEmpty()) {
        wanted.add(call.id());
      }
    }
    return inOrder(wanted);
  }

  private List<OutlineCall> inOrder(Set<String> ids) {
    return ticket.outline().calls().stream().filter(call -> ids.contains(call.id())).toList();
  }

  private boolean repeatsAreDue() {
    return ticket.settings().autoCold() && ticket.cache() == CacheState.COLD;
  }

  /** What of an assessment is due; the component decides before the exact repeats. */
  Choice choose(Assessment assessment, Ledger ledger) {
    int room = Limits.MAX_RECEIPTS - ledger.decisions().size();
    List<Aged> aged = new ArrayList<>();
    if (ticket.settings().lifecycle().on()) {
      for (Aged read : assessment.aged()) {
        if (due.contains(read.id()) && ledgerHasNone(read.id(), ledger)) {
          if (aged.size() < room) {
            aged.add(read);
          } else {
            note(GateReason.RECEIPT_LIMIT);
          }
        }
      }
      for (Assessment.KeptRead read : assessment.kept()) {
        if (due.contains(read.call().id())) {
          note(read.reason());
        }
      }
    }
    List<Assessment.Found> pairs = new ArrayList<>();
    if (repeatsAreDue()) {
      for (Assessment.Found pair : assessment.pairs()) {
        if (aged.size() + pairs.size() < room) {
          pairs.add(pair);
        }
      }
    }
    return new Choice(pairs, aged);
  }

  private static boolean ledgerHasNone(String id, Ledger ledger) {
    return CallId.parse(id).flatMap(ledger::decision).isEmpty();
  }
}
