package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Choice;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.store.Cause;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.DecisionKind;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.ReadPrint;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.Limits;
import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.selection.Pair;
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
  private final Optional<TokenCounter> tokens;
  private final Instant now;

  LedgerChange(
      Ticket ticket,
      SessionState state,
      Assessor assessor,
      Optional<TokenCounter> tokens,
      Instant now) {
    this.ticket = ticket;
    this.state = state;
    this.assessor = assessor;
    this.tokens = tokens;
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
    Assessment assessment = assessor.assess(ticket, state, tokens);
    return adding(assessment, chosenPairs(choice, assessment), chosenAged(choice, assessment));
  }

  /** Adds these pairs and aged reads. */
  Result adding(Assessment assessment, List<Assessment.Found> chosen, List<Aged> aged)
      throws ProtocolException {
    if (state.ledger().decisions().size() + chosen.size() + aged.size() > Limits.MAX_RECEIPTS) {
      throw new ProtocolException(ErrorCode.LIMIT, ChangeText.FULL);
    }
    JsonObject counts = count("added", chosen.size() + aged.size());
    if (chosen.isEmpty() && aged.isEmpty()) {
      return new Result(state, counts, ChangeText.NOTHING_TO_APPROVE);
    }
    List<Receipt> receipts = new ArrayList<>();
    for (Assessment.Found found : chosen) {
      receipts.add(
          Receipt.of(
              assessment.snapshot(),
              found.pair().source(),
              found.pair().witness(),
              Evaluator.OPERATOR));
    }
    return new Result(with(chosen, aged, receipts), counts, ChangeText.approved(chosen, aged));
  }

  /** Adds the pairs that a model approved. */
  Result assessed(AssessmentPlan plan, Assessed assessed) throws ProtocolException {
    if (state.ledger().off()) {
      throw new ProtocolException(ErrorCode.REFUSED, ChangeText.APPROVE_WHILE_OFF);
    }
    List<Assessment.Found> found = new ArrayList<>();
    List<Receipt> receipts = new ArrayList<>();
    for (Receipt receipt : assessed.newReceipts()) {
      Optional<OutlineCall> source = ticket.needed(receipt.source().id().value());
      Optional<OutlineCall> witness = ticket.needed(receipt.witness().id().value());
      Optional<Pair> pair = assessed.pair(receipt);
      // Already on the ledger: its receipt was lost, and the decision stands.
      boolean decided = state.ledger().decision(receipt.source().id()).isPresent();
      if (!decided && pair.isPresent() && source.isPresent() && witness.isPresent()) {
        found.add(Assessment.Found.of(pair.get(), source.get(), witness.get()));
        receipts.add(receipt);
      }
    }
    AssessText text = new AssessText(plan);
    JsonObject counts =
        JsonObject.builder()
            .put("considered", plan.asked().size() + plan.remembered().size())
            .put("added", found.size())
            .put("refused", assessed.judged().size() - found.size())
            .put("coverage", AssessText.hundredths(assessed.coverage()))
            .build();
    return new Result(
        found.isEmpty() ? state : with(found, List.of(), receipts),
        counts,
        text.result(assessed, found));
  }

  private SessionState with(List<Assessment.Found> found, List<Aged> aged, List<Receipt> added) {
    Set<String> again = new HashSet<>(aged.stream().map(Aged::id).toList());
    found.forEach(one -> again.add(one.id()));
    List<Decision> decisions = new ArrayList<>();
    for (Decision decision : state.ledger().decisions()) {
      // One that no longer held is replaced by what holds now.
      if (!again.contains(decision.id().value())) {
        decisions.add(decision);
      }
    }
    found.forEach(one -> decisions.add(decision(one)));
    aged.forEach(one -> decisions.add(decision(one)));
    List<Receipt> receipts = new ArrayList<>(state.receipts());
    receipts.addAll(added);
    return new SessionState(state.ledger().with(decisions), receipts);
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
      if (found != null) {
        chosen.add(found);
      } else if (assessment.aged().stream().noneMatch(aged -> aged.id().equals(id))) {
        throw new ProtocolException(ErrorCode.NOT_FOUND, ChangeText.noPair(id));
      }
    }
    return chosen;
  }

  /**
   * "All" means the pairs: a stale body is not replaced by an equal one, so it wants its own yes.
   */
  private static List<Aged> chosenAged(Choice choice, Assessment assessment) {
    return assessment.aged().stream().filter(aged -> choice.ids().contains(aged.id())).toList();
  }

  private Decision decision(Assessment.Found found) {
    return Decision.repeat(
        print(found.source()),
        print(found.witness()),
        found.source().tool(),
        found.source().path(),
        found.marker(),
        now);
  }

  private Decision decision(Aged aged) {
    return new Decision(
        DecisionKind.of(aged.readClass()),
        print(aged.call()),
        Optional.empty(),
        Optional.of(
            new Cause(
                new CallId(aged.cause().id()),
                aged.cause().tool(),
                new Digest(aged.cause().args()))),
        aged.call().tool(),
        aged.call().path(),
        aged.marker(),
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
