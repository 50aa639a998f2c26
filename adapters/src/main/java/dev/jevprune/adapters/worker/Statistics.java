package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.RunUsage;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.adapters.store.SessionStats;
import dev.jevprune.adapters.store.StatsStore;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Keeps and tells what was looked at and left out. Never fails a request. */
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
  JsonObject report(Scope scope) throws IOException {
    StatsStore store = stores.apply(scope);
    SessionFigures figures = store.read(scope.session());
    SessionStats own = figures.look();
    Collection<SessionFigures> all = store.all().values();
    SessionStats total =
        all.stream().map(SessionFigures::look).reduce(SessionStats.NONE, SessionStats::plus);
    int sessions = all.size();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("session", own.toJson())
            .put("total", total.toJson())
            .put("sessions", sessions);
    RunUsage usage = figures.usage().total();
    if (usage.all().answers() > 0) {
      json.put("usage", usage.toJson());
    }
    return json.put(
            "text",
            StatsText.of("This session, when it was last looked at", own)
                + "\n"
                + StatsText.of("All " + Wording.count(sessions, "session"), total))
        .build();
  }
}
