package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Choice;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.ReadPrint;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.Limits;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the user's decisions make of a session's state. Computes only; the caller stores the result.
 * The model guard is asked here again: an edit may neither come nor go before a signed block.
 */
final class LedgerChange {
  private final Ticket ticket;
  private final SessionState state;
  private final Assessor assessor;
  private final Instant now;

  LedgerChange(Ticket ticket, SessionState state, Assessor assessor, Instant now) {
    this.ticket = ticket;
    this.state = state;
    this.assessor = assessor;
    this.now = now;
  }

  /**
   * The outcome.
   *
   * @param state the state from now on; the same as before when nothing changed
   * @param counts members of the reply beside ledger and text
   * @param text what the user sees
   */
  record Result(SessionState state, JsonObject counts, String text) {
    JsonObject toJson() {
      return counts.toBuilder().put("ledger", state.ledger().toJson()).put("text", text).build();
    }
  }

  /** Adds the chosen pairs. */
  Result approve(Choice choice) throws ProtocolException {
    if (state.ledger().off()) {
      throw new ProtocolException(ErrorCode.REFUSED, ChangeText.APPROVE_WHILE_OFF);
    }
    Assessment assessment = assessor.assess(ticket, state);
    List<Assessment.Found> chosen = chosenPairs(choice, assessment);
    if (state.ledger().decisions().size() + chosen.size() > Limits.MAX_RECEIPTS) {
      throw new ProtocolException(ErrorCode.LIMIT, ChangeText.FULL);
    }
    JsonObject counts = count("added", chosen.size());
    if (chosen.isEmpty()) {
      return new Result(state, counts, ChangeText.NOTHING_TO_APPROVE);
    }
    List<Decision> decisions = new ArrayList<>(state.ledger().decisions());
    List<Receipt> receipts = new ArrayList<>(state.receipts());
    for (Assessment.Found found : chosen) {
      decisions.add(decision(found));
      receipts.add(
          Receipt.of(
              assessment.snapshot(),
              found.pair().source(),
              found.pair().witness(),
              Evaluator.OPERATOR));
    }
    SessionState next = new SessionState(state.ledger().with(decisions), receipts);
    return new Result(next, counts, ChangeText.approved(chosen));
  }

  private static List<Assessment.Found> chosenPairs(Choice choice, Assessment assessment)
      throws ProtocolException {
    if (choice.all()) {
      return assessment.pairs();
    }
    Map<String, Assessment.Found> byId = new HashMap<>();
    assessment.pairs().forEach(found -> byId.put(found.id(), found));
    List<Assessment.Found> chosen = new ArrayList<>();
    for (String id : choice.ids()) {
      Assessment.Found found = byId.get(id);
      if (found == null) {
        throw new ProtocolException(ErrorCode.NOT_FOUND, ChangeText.noPair(id));
      }
      chosen.add(found);
    }
    return chosen;
  }

  private Decision decision(Assessment.Found found) {
    return new Decision(
        print(found.source()),
        print(found.witness()),
        found.source().tool(),
        found.source().path(),
        found.marker(),
        false,
        now);
  }

  private static ReadPrint print(OutlineCall call) {
    return new ReadPrint(
        new CallId(call.id()),
        new Digest(call.args()),
        new Digest(call.text()),
        call.shape(),
        call.bytes());
  }

  /** Removes the chosen decisions. */
  Result undo(Choice choice) throws ProtocolException {
    List<Decision> chosen = chosenDecisions(choice);
    List<Decision> waiting = chosen.stream().filter(this::isBound).toList();
    boolean allWait = waiting.size() == chosen.size() && !chosen.isEmpty();
    if (!waiting.isEmpty() && (allWait || !choice.all())) {
      throw new ProtocolException(
          ErrorCode.REFUSED, ChangeText.undoWaits(ticket.guard(), waiting.size()));
    }
    Set<CallId> gone = new HashSet<>();
    chosen.stream().filter(decision -> !isBound(decision)).forEach(d -> gone.add(d.id()));
    JsonObject counts = count("removed", gone.size());
    if (gone.isEmpty()) {
      return new Result(state, counts, ChangeText.NOTHING_TO_UNDO);
    }
    SessionState next =
        new SessionState(
            state.ledger().with(without(gone)),
            state.receipts().stream().filter(r -> !gone.contains(r.source().id())).toList());
    return new Result(next, counts, ChangeText.undone(gone.size(), behind(gone), waiting.size()));
  }

  private List<Decision> chosenDecisions(Choice choice) throws ProtocolException {
    if (choice.all()) {
      return state.ledger().decisions();
    }
    List<Decision> chosen = new ArrayList<>();
    for (String id : choice.ids()) {
      Optional<Decision> decision = CallId.parse(id).flatMap(state.ledger()::decision);
      chosen.add(
          decision.orElseThrow(
              () -> new ProtocolException(ErrorCode.NOT_FOUND, ChangeText.noDecision(id))));
    }
    return chosen;
  }

  private List<Decision> without(Set<CallId> gone) {
    return state.ledger().decisions().stream().filter(d -> !gone.contains(d.id())).toList();
  }

  /** The text behind the first of these reads, in bytes: what the provider writes again. */
  private long behind(Set<CallId> ids) {
    return ticket.outline().calls().stream()
        .filter(call -> CallId.parse(call.id()).filter(ids::contains).isPresent())
        .mapToLong(OutlineCall::after)
        .max()
        .orElse(0);
  }

  /** Whether the decision is on the wire before a signed block that binds it. */
  private boolean isBound(Decision decision) {
    return !state.ledger().off() && !decision.held() && isBeforeSigned(decision);
  }

  private boolean isBeforeSigned(Decision decision) {
    return ticket.outline().calls().stream()
        .anyMatch(
            call -> call.id().equals(decision.id().value()) && ticket.guard().forbids(call.at()));
  }

  /** Switches the session's decisions on or off. */
  Result turn(boolean on) throws ProtocolException {
    Ledger ledger = state.ledger();
    if (ledger.off() != on) {
      return new Result(state, JsonObject.EMPTY, ChangeText.already(on));
    }
    List<Decision> decisions = ledger.decisions();
    if (on) {
      decisions = decisions.stream().map(d -> d.held(isBeforeSigned(d))).toList();
    } else {
      long waiting = decisions.stream().filter(this::isBound).count();
      if (waiting > 0) {
        throw new ProtocolException(
            ErrorCode.REFUSED, ChangeText.offWaits(ticket.guard(), (int) waiting));
      }
    }
    long held = decisions.stream().filter(Decision::held).count();
    SessionState next = new SessionState(ledger.switched(!on, decisions), state.receipts());
    return new Result(
        next, JsonObject.EMPTY, ChangeText.switched(on, decisions.size(), (int) held));
  }

  private static JsonObject count(String name, int count) {
    return JsonObject.builder().put(name, count).build();
  }
}
