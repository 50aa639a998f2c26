package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Settings;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.economics.ModelPrice;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at conversations: opens a ticket for an outline, and takes the bodies that it needs. */
final class Looks {
  private final LedgerBook book;
  private final Clock clock;
  private final Tickets tickets;
  private final WorkerConfig config;
  private final Statistics statistics;

  Looks(LedgerBook book, Clock clock, WorkerConfig config, Statistics statistics) {
    this.book = book;
    this.clock = clock;
    this.tickets = new Tickets(clock);
    this.config = config;
    this.statistics = statistics;
  }

  /** What judges the reads under these settings. */
  static Assessor assessor(Settings settings) {
    return new Assessor(SelectionPolicy.STANDARD.withMaxBodyBytes(settings.maxBodyBytes()));
  }

  /** The ticket of that name, of that session. */
  Ticket ticket(String id, Scope scope) throws ProtocolException {
    return tickets.find(id, scope);
  }

  /** Opens a ticket, unless a request waits and nothing is due. */
  JsonObject open(Request.OutlineOf request) throws ProtocolException, IOException {
    Scope scope = request.scope();
    Outline outline = request.outline();
    WorkerConfig.Now now = config.now();
    Ticket.Terms terms = terms(now, request);
    Guard guard =
        Guard.of(
            ModelGuard.standard().withBound(now.config().prefixBound()), request.model(), outline);
    Ledger ledger = book.load(scope).ledger();
    Ticket ticket = newTicket(scope, guard, terms, outline, ledger);
    if (request.onRequest() && isBatchDue(terms, ledger)) {
      Ticket look = ticket;
      book.change(scope, true, state -> change(look, state, Optional.empty()).release());
      ledger = book.load(scope).ledger();
      ticket = newTicket(scope, guard, terms, outline, ledger);
    }
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

  private Ticket newTicket(
      Scope scope, Guard guard, Ticket.Terms terms, Outline outline, Ledger ledger) {
    return new Ticket(
        tickets.newId(), scope, guard, terms, outline, ledger.version(), clock.instant());
  }

  /** Whether decisions wait for a cold turn, and this is one. */
  private static boolean isBatchDue(Ticket.Terms terms, Ledger ledger) {
    Settings settings = terms.settings();
    return settings.autoCold()
        && settings.mode() == Settings.Mode.PRUNE
        && terms.cache() == CacheState.COLD
        && !ledger.off()
        && ledger.decisions().stream().anyMatch(Decision::held);
  }

  /** What can be done to a session's state under a ticket, now. */
  LedgerChange change(Ticket ticket, SessionState state, Optional<TokenCounter> counter) {
    return new LedgerChange(
        ticket,
        state,
        assessor(ticket.settings()),
        counter,
        statistics.figures(ticket.scope()).decided(),
        clock.instant());
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
    return new Ticket.Terms(settings, cache, CacheShares.of(price, now.prices().date()), notes);
  }

  /** Keeps the bodies that were asked for and are what the outline says. */
  JsonObject bodies(Request.Bodies request) throws ProtocolException {
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

  private static JsonArray texts(List<String> texts) {
    return new JsonArray(new ArrayList<Json>(texts.stream().map(Json::of).toList()));
  }
}
