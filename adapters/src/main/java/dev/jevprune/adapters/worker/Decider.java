package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Settings;
import dev.jevprune.adapters.evaluate.Evaluation;
import dev.jevprune.adapters.evaluate.EvaluatorChoice;
import dev.jevprune.adapters.evaluate.EvaluatorException;
import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.adapters.evaluate.ModelEvaluator;
import dev.jevprune.adapters.evaluate.VerdictStore;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.store.SessionStore;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.lifecycle.CacheState;
import dev.jevprune.core.model.ModelGuard;
import dev.jevprune.core.selection.SelectionPolicy;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The requests about decisions: a look at a conversation under a ticket, and changes of its ledger.
 * Stores are used by one request at a time; waiting for the token counter happens outside.
 */
final class Decider {
  // What a preview waits for the token counter; then sizes are shown in bytes alone.
  private static final Duration PATIENCE = Duration.ofMillis(1_500);

  private final Function<Scope, SessionStore> stores;
  private final Clock clock;
  private final TokenCounter tokens;
  private final Tickets tickets;
  private final WorkerConfig config;
  private final Statistics statistics;
  private final Object storeLock = new Object();
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
    this.stores = stores;
    this.evaluators = evaluators;
    this.verdicts = verdicts;
    this.clock = clock;
    this.tokens = tokens;
    this.tickets = new Tickets(clock);
  }

  JsonObject answer(Request request) throws ProtocolException, IOException {
    if (request instanceof Request.OutlineOf outline) {
      return outline(outline);
    } else if (request instanceof Request.Bodies bodies) {
      return bodies(bodies);
    } else if (request instanceof Request.Preview preview) {
      return preview(preview);
    } else if (request instanceof Request.Approve approve) {
      return changed(approve.scope(), approve.ticket(), look -> look.approve(approve.sources()));
    } else if (request instanceof Request.Assess assess) {
      return assess(assess);
    } else if (request instanceof Request.Undo undo) {
      return changed(undo.scope(), undo.ticket(), look -> look.undo(undo.sources()));
    } else if (request instanceof Request.Drop drop) {
      return drop(drop);
    } else if (request instanceof Request.Switch change) {
      return changed(change.scope(), change.ticket(), look -> look.turn(change.on()));
    } else if (request instanceof Request.Due due) {
      return due(due);
    } else if (request instanceof Request.Stats stats) {
      return statistics.report(stats.scope());
    } else if (request instanceof Request.LedgerOf ledger) {
      return ledger(ledger);
    }
    throw new IllegalArgumentException("no request about decisions: " + request.getClass());
  }

  private static Assessor assessor(Settings settings) {
    return new Assessor(SelectionPolicy.STANDARD.withMaxBodyBytes(settings.maxBodyBytes()));
  }

  private JsonObject outline(Request.OutlineOf request) throws IOException {
    tokens.prepare(); // loads while the bodies travel
    Scope scope = request.scope();
    Outline outline = request.outline();
    Ledger ledger = load(scope).ledger();
    WorkerConfig.Now now = config.now();
    Ticket.Terms terms = terms(now, request);
    Guard guard =
        Guard.of(
            ModelGuard.standard().withBound(now.config().prefixBound()), request.model(), outline);
    Ticket ticket =
        new Ticket(
            tickets.newId(), scope, guard, terms, outline, ledger.version(), clock.instant());
    OutlineJudge judge = assessor(terms.settings()).judge(outline, ledger);
    LifecycleJudge aged = new LifecycleJudge(ticket, ledger, judge);
    DueReads due = new DueReads(ticket, aged);
    ticket.need(request.onRequest() ? due.need(judge, ledger) : due.needToShow(judge));
    if (request.onRequest() && ticket.need().isEmpty()) {
      // Nothing is due: no ticket is kept, and no further question follows.
      statistics.looked(
          scope, due.attempted(), ledger.decisions().size(), due.reasons(), outline.late());
      return JsonObject.builder().put("need", JsonArray.EMPTY).build();
    }
    tickets.open(ticket);
    return JsonObject.builder()
        .put("ticket", ticket.id())
        .put("need", texts(ticket.need()))
        .build();
  }

  private static Ticket.Terms terms(WorkerConfig.Now now, Request.OutlineOf request) {
    Outline outline = request.outline();
    Settings settings = now.config().settings(request.scope().host(), outline.folder());
    Optional<ModelPrice> price =
        request.model().flatMap(model -> now.prices().lookup(model.provider(), model.id()));
    CacheState cache =
        CacheState.judge(
            outline.cache().idleMillis(),
            outline.cache().reset(),
            settings.ttlSeconds(),
            price.flatMap(ModelPrice::longestLife));
    List<String> notes =
        now.problem().stream().map(text -> text + " The standard settings hold.").toList();
    return new Ticket.Terms(settings, cache, price, notes);
  }

  /** Takes the decisions that are due of themselves, without anyone being asked. */
  private JsonObject due(Request.Due request) throws ProtocolException, IOException {
    Scope scope = request.scope();
    Ticket ticket = tickets.find(request.ticket(), scope);
    Optional<TokenCounter> counter = counter(patienceOnRequest(ticket));
    if (counter.isEmpty()) {
      return JsonObject.builder().put("added", 0).build(); // the counter still loads: next time
    }
    SessionStore store = stores.apply(scope);
    synchronized (storeLock) {
      SessionState state = store.load(scope.session());
      checkFresh(ticket, state);
      Assessor assessor = assessor(ticket.settings());
      OutlineJudge judge = assessor.judge(ticket.outline(), state.ledger());
      DueReads due = new DueReads(ticket, new LifecycleJudge(ticket, state.ledger(), judge));
      Assessment assessment = assessor.assess(ticket, state, counter, due.ids());
      DueReads.Choice choice = due.choose(assessment, state.ledger());
      boolean idle = choice.pairs().isEmpty() && choice.aged().isEmpty();
      boolean quiet =
          idle || state.ledger().off() || ticket.settings().mode() != Settings.Mode.PRUNE;
      int removed =
          state.ledger().decisions().size()
              + (quiet ? 0 : choice.pairs().size() + choice.aged().size());
      statistics.looked(scope, due.attempted(), removed, due.reasons(), ticket.outline().late());
      if (quiet) {
        return JsonObject.builder().put("added", 0).build();
      }
      LedgerChange.Result result =
          new LedgerChange(ticket, state, assessor, counter, clock.instant())
              .adding(assessment, choice.pairs(), choice.aged());
      store.replace(state, result.state());
      return result.toJson();
    }
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

  private JsonObject bodies(Request.Bodies request) throws ProtocolException {
    Ticket ticket = tickets.find(request.ticket(), request.scope());
    synchronized (ticket) {
      for (Request.Body raw : request.bodies()) {
        Request.Body body = BodyForm.onChat(ticket.outline().form(), raw);
        Optional<OutlineCall> call = ticket.needed(body.id());
        if (call.isPresent() && BodyCheck.fits(ticket.scope().format(), body, call.get())) {
          ticket.put(body, bytes(body));
        }
      }
      tickets.shrink(ticket);
      if (ticket.bodyBytes() > Tickets.MAX_BODY_BYTES) {
        throw new ProtocolException(
            ErrorCode.LIMIT,
            "The repeated reads of this session have more than "
                + (Tickets.MAX_BODY_BYTES >> 20)
                + " MiB; nothing new is left out.");
      }
      return JsonObject.builder()
          .put("ticket", ticket.id())
          .put("missing", texts(ticket.missing()))
          .build();
    }
  }

  private static long bytes(Request.Body body) {
    try {
      return JsonText.write(body.call()).length() + (long) JsonText.write(body.result()).length();
    } catch (JsonException e) {
      return 0; // too deep to be of use; core leaves it out
    }
  }

  private JsonObject preview(Request.Preview request) throws ProtocolException, IOException {
    Ticket ticket = tickets.find(request.ticket(), request.scope());
    SessionState state = load(request.scope());
    Optional<TokenCounter> counter = ticket.need().isEmpty() ? Optional.empty() : counter(PATIENCE);
    Assessment assessment;
    synchronized (ticket) {
      assessment = assessor(ticket.settings()).assess(ticket, state, counter);
    }
    boolean listed = !(assessment.pairs().isEmpty() && assessment.aged().isEmpty());
    boolean counted = counter.isPresent() && listed;
    Sizes sizes = counted ? Sizes.counted(assessment, tokens) : Sizes.uncounted(assessment);
    statistics.looked(
        request.scope(),
        assessment.reads(),
        state.ledger().decisions().size(),
        assessment.reasons(),
        ticket.outline().late());
    return new PreviewReply(ticket, state.ledger(), assessment, sizes).toJson(request.why());
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
    Ticket ticket = tickets.find(ticketId, scope);
    SessionStore store = stores.apply(scope);
    synchronized (storeLock) {
      SessionState state = store.load(scope.session());
      checkFresh(ticket, state);
      LedgerChange.Result result;
      synchronized (ticket) {
        result =
            attempt.on(
                new LedgerChange(
                    ticket,
                    state,
                    assessor(ticket.settings()),
                    counter(PATIENCE),
                    clock.instant()));
      }
      if (result.state().ledger().version() != state.ledger().version()) {
        store.replace(state, result.state());
      }
      return result.toJson();
    }
  }

  /** Tells what a model would be asked, or asks it. No lock is held while it is asked. */
  private JsonObject assess(Request.Assess request) throws ProtocolException, IOException {
    Scope scope = request.scope();
    Ticket ticket = tickets.find(request.ticket(), scope);
    SessionState state = load(scope);
    checkFresh(ticket, state);
    if (state.ledger().off()) {
      throw new ProtocolException(ErrorCode.REFUSED, ChangeText.APPROVE_WHILE_OFF);
    }
    VerdictStore memory = verdicts.apply(scope.profile());
    try {
      ModelEvaluator evaluator = evaluators.choose(request.environment());
      AssessmentPlan plan;
      synchronized (ticket) {
        plan = assessor(ticket.settings()).plan(ticket, state, evaluator.rules(), memory.memory());
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
      synchronized (storeLock) {
        memory.remember(assessed.verdicts());
      }
      return changed(scope, request.ticket(), change -> change.assessed(plan, assessed));
    } catch (EvaluatorException e) {
      boolean switches = e.kind() == Kind.CONSENT || e.kind() == Kind.KEY;
      throw new ProtocolException(
          ErrorCode.REFUSED,
          e.getMessage() + (switches && request.hostHasKey() ? AssessOffer.KEY_STAYS : ""));
    }
  }

  private JsonObject drop(Request.Drop request) throws ProtocolException, IOException {
    Scope scope = request.scope();
    SessionStore store = stores.apply(scope);
    synchronized (storeLock) {
      SessionState state = store.load(scope.session());
      for (String id : request.sources().ids()) {
        if (CallId.parse(id).flatMap(state.ledger()::decision).isEmpty()) {
          throw new ProtocolException(ErrorCode.NOT_FOUND, ChangeText.noDecision(id));
        }
      }
      SessionState next = state.without(request.sources());
      int removed = state.ledger().decisions().size() - next.ledger().decisions().size();
      if (removed > 0) {
        store.replace(state, next);
      }
      return JsonObject.builder()
          .put("removed", removed)
          .put("ledger", (removed > 0 ? next : state).ledger().toJson())
          .build();
    }
  }

  private JsonObject ledger(Request.LedgerOf request) throws IOException {
    Scope scope = request.scope();
    SessionStore store = stores.apply(scope);
    synchronized (storeLock) {
      SessionState state = store.recover(scope.session());
      if (!state.ledger().exists() && request.parent().isPresent()) {
        state = adopt(store, state, request.parent().get());
      }
      store.touch(scope.session());
      return JsonObject.builder().put("ledger", state.ledger().toJson()).build();
    }
  }

  private static SessionState adopt(SessionStore store, SessionState child, SessionId parentId)
      throws IOException {
    SessionState parent = store.load(parentId);
    if (!parent.ledger().exists() || parentId.equals(child.ledger().session())) {
      return child;
    }
    SessionState adopted = parent.adoptedBy(child.ledger().session());
    store.replace(child, adopted);
    return adopted;
  }

  private SessionState load(Scope scope) throws IOException {
    synchronized (storeLock) {
      return stores.apply(scope).recover(scope.session());
    }
  }

  private static JsonArray texts(List<String> texts) {
    return new JsonArray(new ArrayList<Json>(texts.stream().map(Json::of).toList()));
  }
}
