package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.lifecycle.ReadClass;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes the stale and superseded reads out of those that no pair leaves out. A copy that a listed
 * pair relies on stays: each read is listed once, so that what a list promises can be added up.
 */
final class AgedSorter {
  private final Ticket ticket;
  private final LifecycleJudge judge;
  private final Snapshot snapshot;
  private final Optional<TokenCounter> tokens;
  private final List<Aged> found = new ArrayList<>();
  private final List<Assessment.KeptRead> kept = new ArrayList<>();

  AgedSorter(
      Ticket ticket, LifecycleJudge judge, Snapshot snapshot, Optional<TokenCounter> tokens) {
    this.ticket = ticket;
    this.judge = judge;
    this.snapshot = snapshot;
    this.tokens = tokens;
  }

  List<Aged> found() {
    return found;
  }

  List<Assessment.KeptRead> kept() {
    return kept;
  }

  void sort(List<Assessment.Found> pairs, List<Assessment.KeptRead> rest) {
    Set<String> witnesses = new HashSet<>();
    pairs.forEach(pair -> witnesses.add(pair.witness().id()));
    for (Assessment.KeptRead read : rest) {
      OutlineCall call = read.call();
      if (judge.classOf(call) == ReadClass.FRESH) {
        kept.add(read);
      } else if (witnesses.contains(call.id())) {
        keep(call, GateReason.PINNED_WITNESS);
      } else {
        Optional<GateReason> gate = judge.gate(call);
        Optional<Item> item = item(call);
        if (gate.isPresent()) {
          keep(call, gate.get());
        } else if (item.isEmpty()) {
          keep(call, GateReason.ILL_FORMED); // its body did not come
        } else {
          weigh(call, item.get());
        }
      }
    }
  }

  private void weigh(OutlineCall call, Item item) {
    LifecycleJudge.Weighed weighed = judge.weigh(call, item.texts(), tokens);
    weighed.aged().ifPresent(found::add);
    weighed.reason().ifPresent(reason -> keep(call, reason));
  }

  private Optional<Item> item(OutlineCall call) {
    return ticket.needed(call.id()).isEmpty()
        ? Optional.empty()
        : CallId.parse(call.id()).flatMap(snapshot::item);
  }

  private void keep(OutlineCall call, GateReason reason) {
    kept.add(new Assessment.KeptRead(call, reason));
  }
}
