package dev.jevprune.installer;

import java.util.ArrayList;
import java.util.List;

/** The agents that can be named on the command line. */
final class Targets {
  private static final String PI = "pi";
  private static final List<String> AVAILABLE = List.of(PI);

  private Targets() {}

  /** Refuses a name that there is nothing to install for. */
  static void check(String name) {
    if (!AVAILABLE.contains(name)) {
      throw new UsageProblem(
          "There is no target \"" + name + "\". Available: " + String.join(", ", AVAILABLE) + ".");
    }
  }

  /** The paths in {@code pi=PATH} words. */
  static List<String> roots(List<String> words) {
    List<String> paths = new ArrayList<>();
    for (String word : words) {
      int at = word.indexOf('=');
      if (at < 0) {
        throw new UsageProblem("--root needs NAME=PATH, for example --root pi=/home/me/.pi/agent.");
      }
      check(word.substring(0, at));
      paths.add(word.substring(at + 1));
    }
    return paths;
  }

  static boolean chosen(List<String> targets, List<String> roots) {
    return !targets.isEmpty() || !roots.isEmpty();
  }
}
