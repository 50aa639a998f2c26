package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.store.SessionStats;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Figures as lines for the user. */
public final class StatsText {
  private StatsText() {}

  /** The figures under a title, and one line for each reason. */
  public static String of(String title, SessionStats stats) {
    List<String> lines = new ArrayList<>();
    lines.add(
        title
            + ": "
            + Wording.count(stats.attempted(), "read")
            + " looked at, "
            + Wording.number(stats.removed())
            + " left out.");
    new TreeMap<>(stats.reasons())
        .forEach((reason, count) -> lines.add("  " + Wording.number(count) + "  " + reason));
    return String.join("\n", lines);
  }
}
