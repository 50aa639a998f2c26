package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.SessionStats;
import dev.jevprune.adapters.store.StatsStore;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Keeps and tells what was looked at and left out. Never fails a request. */
final class Statistics {
  private final Function<Scope, StatsStore> stores;
  private final BiConsumer<String, Throwable> defects;

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
    try {
      stores.apply(scope).write(scope.session(), new SessionStats(attempted, removed, counts));
    } catch (IOException e) {
      defects.accept("stats", e);
    }
  }

  /** The figures of the session and of all of its profile, and the same as text. */
  JsonObject report(Scope scope) throws IOException {
    StatsStore store = stores.apply(scope);
    SessionStats own = store.read(scope.session());
    SessionStats total =
        store.all().values().stream().reduce(SessionStats.NONE, SessionStats::plus);
    int sessions = store.all().size();
    return JsonObject.builder()
        .put("session", own.toJson())
        .put("total", total.toJson())
        .put("sessions", sessions)
        .put(
            "text",
            StatsText.of("This session, when it was last looked at", own)
                + "\n"
                + StatsText.of("All " + Wording.count(sessions, "session"), total))
        .build();
  }
}
