package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.RunUsage;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.DecisionLog;
import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.adapters.store.SessionStats;
import dev.jevprune.adapters.store.StatsStore;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.economics.PriceTable;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Keeps and tells what was looked at, left out and billed. Figures are no proof of anything: when
 * they cannot be kept, the request they belong to goes on.
 */
final class Statistics {
  private final Function<Scope, StatsStore> stores;
  private final BiConsumer<String, Throwable> defects;
  private final Object lock = new Object();

  Statistics(Function<Scope, StatsStore> stores, BiConsumer<String, Throwable> defects) {
    this.stores = stores;
    this.defects = defects;
  }

  /** Notes what the last look at a session found. */
  void looked(
      Scope scope, long attempted, long removed, Map<GateReason, Integer> reasons, long late) {
    Map<String, Long> counts = new TreeMap<>();
    reasons.forEach((reason, count) -> counts.put(reason.wireName(), (long) count));
    if (late > 0) {
      counts.put(GateReason.LATE.wireName(), late);
    }
    SessionStats look = new SessionStats(attempted, removed, counts);
    change(scope, figures -> figures.looked(look));
  }

  /** Notes what a run of the host heard from its provider. */
  void heard(Scope scope, RunUsage usage) {
    change(scope, figures -> figures.used(figures.usage().heard(usage)));
  }

  /**
   * Notes a change of what goes out.
   *
   * @param onRequest whether a request waits for it; else several changes may go out together
   */
  void decided(Scope scope, ChangeFigures.Entry entry, boolean onRequest) {
    change(
        scope,
        figures -> {
          OptionalLong requests =
              onRequest
                  ? OptionalLong.empty()
                  : OptionalLong.of(figures.usage().total().requests());
          return figures.decided(
              figures.decided().with(entry.bodies(), entry.change().at(requests)));
        });
  }

  /** Notes that a session goes on with the decisions of another: their sizes are the same. */
  void adopted(Scope scope, SessionId parent) {
    Map<String, DecisionLog.Body> bodies = read(scope, parent).decided().bodies();
    change(scope, figures -> figures.decided(figures.decided().knowing(bodies)));
  }

  /** The figures of a session as they are now. */
  SessionFigures figures(Scope scope) {
    return read(scope, scope.session());
  }

  private SessionFigures read(Scope scope, SessionId session) {
    try {
      synchronized (lock) {
        return stores.apply(scope).read(session);
      }
    } catch (IOException e) {
      defects.accept("stats", e);
      return SessionFigures.NONE;
    }
  }

  private void change(Scope scope, UnaryOperator<SessionFigures> change) {
    try {
      synchronized (lock) {
        StatsStore store = stores.apply(scope);
        store.write(scope.session(), change.apply(store.read(scope.session())));
      }
    } catch (IOException e) {
      defects.accept("stats", e);
    }
  }

  /** The figures of the session and of all of its profile, and the same as text. */
  JsonObject report(Scope scope, PriceTable prices) throws IOException {
    StatsStore store = stores.apply(scope);
    SessionFigures figures = store.read(scope.session());
    Collection<SessionFigures> all = store.all().values();
    SessionStats total =
        all.stream().map(SessionFigures::look).reduce(SessionStats.NONE, SessionStats::plus);
    int sessions = all.size();
    SavingsReport savings = SavingsReport.of(figures, prices);
    return JsonObject.builder()
        .put("session", figures.look().toJson())
        .put("total", total.toJson())
        .put("sessions", sessions)
        .put("savings", savings.toJson())
        .put(
            "text",
            savings.text("This session")
                + "\n"
                + StatsText.of("When it was last looked at", figures.look())
                + "\n"
                + StatsText.of("All " + Wording.count(sessions, "session"), total))
        .build();
  }
}
