package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Settings;
import dev.jevprune.adapters.protocol.Choice;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.DecisionLog;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Limits;
import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.CacheState;
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
  private final DecisionLog known;
  private final ChangeFigures figures;
  private final Instant now;

  /**
   * @param known what was decided and counted in this session before
   */
  LedgerChange(
      Ticket ticket,
      SessionState state,
      Assessor assessor,
      Optional<TokenCounter> tokens,
      DecisionLog known,
      Instant now) {
    this.ticket = ticket;
    this.state = state;
    this.assessor = assessor;
    this.tokens = tokens;
    this.known = known;
    this.figures = new ChangeFigures(ticket, state, known);
    this.now = now;
  }

  /**
   * The outcome.
   *
   * @param state the state from now on; the same as before when nothing changed
   * @param counts members of the reply beside ledger and text
   * @param text what the user sees
   * @param entry what the figures of the session are to know of it
   */
  record Result(
      SessionState state, JsonObject counts, String text, Optional<ChangeFigures.Entry> entry) {
    Result(SessionState state, JsonObject counts, String text) {
      this(state, counts, text, Optional.empty());
    }

    /** Nothing is to be decided, and there is nothing to say. */
    static Result nothing(SessionState state) {
      return new Result(state, count("added", 0), "");
    }

    JsonObject toJson() {
      return text.isEmpty()
          ? counts
          : counts.toBuilder().put("ledger", state.ledger().toJson()).put("text", text).build();
    }
  }

  /** Adds the chosen pairs. */
  Result approve(Choice choice) throws ProtocolException {
    if (state.ledger().off()) {
      throw new ProtocolException(ErrorCode.REFUSED, ChangeText.APPROVE_WHILE_OFF);
    }
    Assessment assessment = assessor.assess(ticket, state, tokens);
    return adding(
        assessment, chosenPairs(choice, assessment), chosenAged(choice, assessment), waits());
  }

  /**
   * With {@code auto: cold}, what the user decides in a warm cache goes out on a cold turn. Where
   * nothing goes out, it is counted from now on.
   */
  private boolean waits() {
    return ticket.settings().autoCold()
        && ticket.settings().mode() == Settings.Mode.PRUNE
        && ticket.cache() != CacheState.COLD;
  }

  /** Adds these pairs and aged reads, for the request that waits. */
  Result adding(Assessment assessment, List<Assessment.Found> chosen, List<Aged> aged)
      throws ProtocolException {
    return adding(assessment, chosen, aged, false);
  }

  private Result adding(
      Assessment assessment, List<Assessment.Found> chosen, List<Aged> aged, boolean held)
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
    Sizes sizes = Sizes.of(chosen, aged, tokens, known.tokensPerByte());
    Worth worth = Worth.of(chosen, aged, sizes);
    return new Result(
        with(chosen, aged, receipts, held),
        counts,
        held
            ? ChangeText.waiting(chosen, aged, worth)
            : ChangeText.approved(chosen, aged, worth, ticket.terms()),
        Optional.of(figures.entry(chosen, aged, sizes, held)));
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
    Sizes sizes = Sizes.of(found, List.of(), tokens, known.tokensPerByte());
    Worth worth = Worth.of(found, List.of(), sizes);
    boolean held = waits();
    String result = text.result(assessed, found, worth, ticket.terms());
    return new Result(
        found.isEmpty() ? state : with(found, List.of(), receipts, held),
        counts,
        held && !found.isEmpty() ? result + "\n" + ChangeText.WAITING : result,
        found.isEmpty()
            ? Optional.empty()
            : Optional.of(figures.entry(found, List.of(), sizes, held)));
  }

  private SessionState with(
      List<Assessment.Found> found, List<Aged> aged, List<Receipt> added, boolean held) {
    Set<String> again = new HashSet<>(aged.stream().map(Aged::id).toList());
    found.forEach(one -> again.add(one.id()));
    List<Decision> decisions = new ArrayList<>();
    for (Decision decision : state.ledger().decisions()) {
      // One that no longer held is replaced by what holds now.
      if (!again.contains(decision.id().value())) {
        decisions.add(decision);
      }
    }
    found.forEach(one -> decisions.add(NewDecision.of(one, now).held(held)));
    aged.forEach(one -> decisions.add(NewDecision.of(one, now).held(held)));
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
    // What was held back never went out, so taking it back changes no request.
    Map<String, DecisionLog.Body> bodies =
        figures.bodies(
            chosen.stream()
                .filter(d -> gone.contains(d.id()) && !d.held())
                .map(Decision::id)
                .toList());
    if (bodies.isEmpty()) {
      return new Result(next, counts, ChangeText.takenBack(gone.size()));
    }
    Worth worth = figures.worth(bodies);
    return new Result(
        next,
        counts,
        ChangeText.undone(gone.size(), worth, ticket.terms(), waiting.size()),
        Optional.of(figures.entry(bodies, worth)));
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
    boolean wait = on && waits();
    if (on) {
      decisions = decisions.stream().map(d -> d.held(wait || isBeforeSigned(d))).toList();
    } else {
      long waiting = decisions.stream().filter(this::isBound).count();
      if (waiting > 0) {
        throw new ProtocolException(
            ErrorCode.REFUSED, ChangeText.offWaits(ticket.guard(), (int) waiting));
      }
    }
    long held = decisions.stream().filter(Decision::held).count();
    SessionState next = new SessionState(ledger.switched(!on, decisions), state.receipts());
    Map<String, DecisionLog.Body> bodies =
        figures.bodies(decisions.stream().filter(d -> !d.held()).map(Decision::id).toList());
    return new Result(
        next,
        JsonObject.EMPTY,
        wait
            ? ChangeText.onWaits(decisions.size())
            : ChangeText.switched(on, decisions.size(), (int) held),
        bodies.isEmpty()
            ? Optional.empty()
            : Optional.of(figures.entry(bodies, figures.worth(bodies))));
  }

  /** Lets go out what was held back, but for what the model signed something behind. */
  Result release() {
    Set<CallId> ready = new HashSet<>();
    for (Decision decision : state.ledger().decisions()) {
      if (decision.held() && !isBeforeSigned(decision)) {
        ready.add(decision.id());
      }
    }
    if (ready.isEmpty()) {
      return Result.nothing(state);
    }
    List<Decision> decisions =
        state.ledger().decisions().stream()
            .map(decision -> ready.contains(decision.id()) ? decision.held(false) : decision)
            .toList();
    Map<String, DecisionLog.Body> bodies = figures.bodies(ready);
    return new Result(
        new SessionState(state.ledger().with(decisions), state.receipts()),
        count("added", ready.size()),
        "",
        Optional.of(figures.entry(bodies, figures.worth(bodies))));
  }

  private static JsonObject count(String name, int count) {
    return JsonObject.builder().put(name, count).build();
  }
}
