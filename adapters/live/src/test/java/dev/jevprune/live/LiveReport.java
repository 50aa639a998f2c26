package dev.jevprune.live;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * One line for each test, with the host and the wire it ran on: the build's own report names
 * neither. Found by the service file beside it.
 */
public final class LiveReport implements TestExecutionListener {
  private final PrintStream out = System.out;
  private final Map<String, Long> starts = new ConcurrentHashMap<>();
  private final Map<String, String> names = new ConcurrentHashMap<>();

  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    for (TestIdentifier root : plan.getRoots()) {
      for (TestIdentifier test : plan.getDescendants(root)) {
        name(test);
      }
    }
  }

  @Override
  public void dynamicTestRegistered(TestIdentifier test) {
    name(test);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    starts.put(test.getUniqueId(), System.nanoTime());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    if (test.isTest()) {
      out.printf("  skipped %s: %s%n", name(test), reason);
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (!test.isTest()) {
      return;
    }
    String why =
        result
            .getThrowable()
            .map(cause -> ": " + String.valueOf(cause.getMessage()).lines().findFirst().orElse(""))
            .orElse("");
    String word =
        switch (result.getStatus()) {
          case SUCCESSFUL -> "passed";
          case FAILED -> "FAILED";
          case ABORTED -> "skipped";
        };
    long millis =
        (System.nanoTime() - starts.getOrDefault(test.getUniqueId(), System.nanoTime()))
            / 1_000_000;
    out.printf(Locale.ROOT, "  %-7s %5.1f s  %s%s%n", word, millis / 1000.0, name(test), why);
  }

  /** The display names from the class down: class, host, wire, behaviour. */
  private String name(TestIdentifier test) {
    String above = test.getParentId().map(id -> names.getOrDefault(id, "")).orElse("");
    boolean engine = test.getParentId().isEmpty();
    String own = engine ? "" : test.getDisplayName();
    String whole = above.isEmpty() || own.isEmpty() ? above + own : above + " > " + own;
    names.put(test.getUniqueId(), whole);
    return whole;
  }
}
