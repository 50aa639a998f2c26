package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Settings;
import dev.jevprune.adapters.evaluate.Evaluation;
import dev.jevprune.adapters.evaluate.EvaluatorChoice;
import dev.jevprune.adapters.evaluate.EvaluatorException;
import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.adapters.evaluate.ModelEvaluator;
import dev.jevprune.adapters.evaluate.VerdictStore;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.store.SessionStore;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.Digest;
import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.CacheState;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The requests about decisions: what a look at a conversation shows, and what is made of it. */
final class Decider {
  // What a preview waits for the token counter; then sizes are shown in bytes alone.
  private static final Duration PATIENCE = Duration.ofMillis(1_500);

  private final TokenCounter tokens;
  private final Looks looks;
  private final LedgerBook book;
  private final WorkerConfig config;
  private final Statistics statistics;
  private final EvaluatorChoice evaluators;
  private final Function<Digest, VerdictStore> verdicts;

  Decider(
      Function<Scope, SessionStore> stores,
      Clock clock,
      TokenCounter tokens,
      EvaluatorChoice evaluators,
      Function<Digest, VerdictStore> verdicts,
      WorkerConfig config,
      Statistics statistics) {
    this.config = config;
    this.statistics = statistics;
    this.evaluators = evaluators;
    this.verdicts = verdicts;
    this.tokens = tokens;
    this.book = new LedgerBook(stores, statistics);
    this.looks = new Looks(book, clock, config, statistics);
  }

  JsonObject answer(Request request) throws ProtocolException, IOException {
    if (request instanceof Request.OutlineOf outline) {
      tokens.prepare(); // loads while the bodies travel
      return looks.open(outline);
    } else if (request instanceof Request.Bodies bodies) {
      return looks.bodies(bodies);
    } else if (request instanceof Request.Preview preview) {
      return preview(preview);
    } else if (request instanceof Request.Approve approve) {
      return changed(approve.scope(), approve.ticket(), look -> look.approve(approve.sources()));
    } else if (request instanceof Request.Assess assess) {
      return assess(assess);
    } else if (request instanceof Request.Undo undo) {
      return changed(undo.scope(), undo.ticket(), look -> look.undo(undo.sources()));
    } else if (request instanceof Request.Drop drop) {
      return book.drop(drop);
    } else if (request instanceof Request.Switch change) {
      return changed(change.scope(), change.ticket(), look -> look.turn(change.on()));
    } else if (request instanceof Request.Due due) {
      return due(due);
    } else if (request instanceof Request.Stats stats) {
      return statistics.report(stats.scope(), config.now().prices());
    } else if (request instanceof Request.LedgerOf ledger) {
      return book.ledger(ledger);
    }
    throw new IllegalArgumentException("no request about decisions: " + request.getClass());
  }

  /** Takes the decisions that are due of themselves, without anyone being asked. */
  private JsonObject due(Request.Due request) throws ProtocolException, IOException {
    Scope scope = request.scope();
    Ticket ticket = looks.ticket(request.ticket(), scope);
    Optional<TokenCounter> counter = counter(patienceOnRequest(ticket));
    if (counter.isEmpty()) {
      return JsonObject.builder().put("added", 0).build(); // the counter still loads: next time
    }
    return book.change(scope, true, state -> due(ticket, state, counter));
  }

  private LedgerChange.Result due(Ticket ticket, SessionState state, Optional<TokenCounter> counter)
      throws ProtocolException {
    checkFresh(ticket, state);
    Assessor assessor = Looks.assessor(ticket.settings());
    OutlineJudge judge = assessor.judge(ticket.outline(), state.ledger());
    DueReads due = new DueReads(ticket, new LifecycleJudge(ticket, state.ledger(), judge));
    Assessment assessment = assessor.assess(ticket, state, counter, due.ids());
    DueReads.Choice choice = due.choose(assessment, state.ledger());
    int chosen = choice.pairs().size() + choice.aged().size();
    boolean off = state.ledger().off() || ticket.settings().mode() == Settings.Mode.OFF;
    boolean observes = ticket.settings().mode() == Settings.Mode.OBSERVE;
    boolean quiet = chosen == 0 || off || observes;
    if (observes && !off) {
      due.observed(chosen);
    }
    statistics.looked(
        ticket.scope(),
        due.attempted(),
        state.ledger().decisions().size() + (quiet ? 0 : chosen),
        due.reasons(),
        ticket.outline().late());
    return quiet
        ? LedgerChange.Result.nothing(state)
        : looks.change(ticket, state, counter).adding(assessment, choice.pairs(), choice.aged());
  }

  /**
   * How long a request may wait for the token counter of a worker that has just started. A warm one
   * asks again at the next request; a cold turn comes once, so it gives half of its deadline.
   */
  private static Duration patienceOnRequest(Ticket ticket) {
    return ticket.cache() == CacheState.COLD
        ? Duration.ofMillis(ticket.settings().deadlines().coldMillis() / 2)
        : Duration.ZERO;
  }

  private Optional<TokenCounter> counter(Duration patience) {
    return tokens.ready(patience) ? Optional.of(tokens) : Optional.empty();
  }

  private JsonObject preview(Request.Preview request) throws ProtocolException, IOException {
    Ticket ticket = looks.ticket(request.ticket(), request.scope());
    SessionState state = book.load(request.scope());
    Optional<TokenCounter> counter = ticket.need().isEmpty() ? Optional.empty() : counter(PATIENCE);
    Assessment assessment;
    synchronized (ticket) {
      assessment = Looks.assessor(ticket.settings()).assess(ticket, state, counter);
    }
    SessionFigures figures = statistics.figures(request.scope());
    Sizes sizes =
        Sizes.of(assessment.pairs(), assessment.aged(), counter, figures.decided().tokensPerByte());
    statistics.looked(
        request.scope(),
        assessment.reads(),
        state.ledger().decisions().size(),
        assessment.reasons(),
        ticket.outline().late());
    // A compaction shortens the list, and what was sent is known from when we were installed.
    long requests = Math.max(ticket.outline().requests(), figures.usage().total().requests());
    return new PreviewReply(ticket, state.ledger(), assessment, sizes, requests)
        .toJson(request.why());
  }

  private static void checkFresh(Ticket ticket, SessionState state) throws ProtocolException {
    if (state.ledger().version() != ticket.ledgerVersion()) {
      throw new ProtocolException(
          ErrorCode.STALE,
          "The decisions of this session changed since the list was made. Type /prune again.");
    }
  }

  /** A change that is tried on a session's ledger. */
  private interface Attempt {
    LedgerChange.Result on(LedgerChange change) throws ProtocolException;
  }

  private JsonObject changed(Scope scope, String ticketId, Attempt attempt)
      throws ProtocolException, IOException {
    Ticket ticket = looks.ticket(ticketId, scope);
    return book.change(
        scope,
        false,
        state -> {
          checkFresh(ticket, state);
          synchronized (ticket) {
            return attempt.on(looks.change(ticket, state, counter(PATIENCE)));
          }
        });
  }

  /** Tells what a model would be asked, or asks it. No lock is held while it is asked. */
  private JsonObject assess(Request.Assess request) throws ProtocolException, IOException {
    Scope scope = request.scope();
    Ticket ticket = looks.ticket(request.ticket(), scope);
    SessionState state = book.load(scope);
    checkFresh(ticket, state);
    if (state.ledger().off()) {
      throw new ProtocolException(ErrorCode.REFUSED, ChangeText.APPROVE_WHILE_OFF);
    }
    VerdictStore memory = verdicts.apply(scope.profile());
    try {
      ModelEvaluator evaluator = evaluators.choose(request.environment());
      AssessmentPlan plan;
      synchronized (ticket) {
        plan =
            Looks.assessor(ticket.settings())
                .plan(ticket, state, evaluator.rules(), memory.memory());
      }
      if (!plan.request().isEmpty()) {
        evaluator.check();
      }
      AssessOffer offer = AssessOffer.of(plan, evaluator.destination());
      if (request.plan().isEmpty()) {
        return offer.toJson();
      }
      if (!request.plan().get().equals(offer.plan().hex())) {
        throw new ProtocolException(ErrorCode.STALE, AssessOffer.CHANGED);
      }
      Assessed assessed = Evaluation.run(plan, evaluator);
      book.write(() -> memory.remember(assessed.verdicts()));
      return changed(scope, request.ticket(), change -> change.assessed(plan, assessed));
    } catch (EvaluatorException e) {
      boolean switches = e.kind() == Kind.CONSENT || e.kind() == Kind.KEY;
      throw new ProtocolException(
          ErrorCode.REFUSED,
          e.getMessage() + (switches && request.hostHasKey() ? AssessOffer.KEY_STAYS : ""));
    }
  }
}
