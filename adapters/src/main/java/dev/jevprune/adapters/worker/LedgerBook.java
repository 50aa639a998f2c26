package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.store.SessionStore;
import dev.jevprune.core.CallId;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.util.function.Function;

/** The ledgers and their receipts, used by one request at a time. */
final class LedgerBook {
  private final Function<Scope, SessionStore> stores;
  private final Statistics statistics;
  private final Object lock = new Object();

  LedgerBook(Function<Scope, SessionStore> stores, Statistics statistics) {
    this.stores = stores;
    this.statistics = statistics;
  }

  /** What a session's state becomes. */
  interface Step {
    LedgerChange.Result from(SessionState state) throws ProtocolException;
  }

  SessionState load(Scope scope) throws IOException {
    synchronized (lock) {
      return stores.apply(scope).recover(scope.session());
    }
  }

  /**
   * Takes a step on the state as it is now, and keeps what came of it.
   *
   * @param onRequest whether a request waits for it
   */
  JsonObject change(Scope scope, boolean onRequest, Step step)
      throws ProtocolException, IOException {
    synchronized (lock) {
      SessionStore store = stores.apply(scope);
      SessionState state = store.load(scope.session());
      LedgerChange.Result result = step.from(state);
      if (result.state().ledger().version() != state.ledger().version()) {
        store.replace(state, result.state());
        result.entry().ifPresent(entry -> statistics.decided(scope, entry, onRequest));
      }
      return result.toJson();
    }
  }

  /** A write beside the ledgers. */
  interface Write {
    void run() throws IOException;
  }

  /** Writes while no ledger changes. */
  void write(Write write) throws IOException {
    synchronized (lock) {
      write.run();
    }
  }

  /** The session's ledger; that of a parent when it has none. */
  JsonObject ledger(Request.LedgerOf request) throws IOException {
    Scope scope = request.scope();
    SessionStore store = stores.apply(scope);
    synchronized (lock) {
      SessionState state = store.recover(scope.session());
      if (!state.ledger().exists() && request.parent().isPresent()) {
        state = adopt(store, state, scope, request.parent().get());
      }
      store.touch(scope.session());
      return JsonObject.builder().put("ledger", state.ledger().toJson()).build();
    }
  }

  private SessionState adopt(
      SessionStore store, SessionState child, Scope scope, SessionId parentId) throws IOException {
    SessionState parent = store.load(parentId);
    if (!parent.ledger().exists() || parentId.equals(child.ledger().session())) {
      return child;
    }
    SessionState adopted = parent.adoptedBy(child.ledger().session());
    store.replace(child, adopted);
    statistics.adopted(scope, parentId);
    return adopted;
  }

  /** Forgets decisions without a look at the conversation. */
  JsonObject drop(Request.Drop request) throws ProtocolException, IOException {
    Scope scope = request.scope();
    SessionStore store = stores.apply(scope);
    synchronized (lock) {
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
}
