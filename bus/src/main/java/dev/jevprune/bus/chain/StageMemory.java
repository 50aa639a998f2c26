package dev.jevprune.bus.chain;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which stages are not asked any more: one that broke its claims until the process ends, one that
 * was late for the rest of the session. May be used by several threads.
 */
public final class StageMemory {

  private static final int MAX_SESSIONS = 1_000;

  private final Set<String> disabled = new HashSet<>();

  private final Map<String, Set<String>> lateBySession =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<String>> eldest) {
          return size() > MAX_SESSIONS;
        }
      };

  synchronized void disable(String stage) {
    disabled.add(stage);
  }

  synchronized boolean isDisabled(String stage) {
    return disabled.contains(stage);
  }

  /** The stages that broke their claims, by name. */
  public synchronized List<String> disabled() {
    return disabled.stream().sorted().toList();
  }

  synchronized void late(String session, String stage) {
    lateBySession.computeIfAbsent(session, s -> new HashSet<>()).add(stage);
  }

  synchronized boolean wasLate(String session, String stage) {
    Set<String> late = lateBySession.get(session);
    return late != null && late.contains(stage);
  }
}
