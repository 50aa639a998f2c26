package dev.jevprune.bus.chain;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The environment of a foreign stage: what a program needs to find itself, its home and its
 * language, and nothing else. A key of an evaluator or of a model's provider is not part of it.
 */
public final class StageEnvironment {

  private static final Set<String> NAMES =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "TZ",
          "TMPDIR",
          "TMP",
          "TEMP",
          "JAVA_HOME",
          "JEV_BUS_HOME",
          // What Windows programs do not start without.
          "SYSTEMROOT",
          "SYSTEMDRIVE",
          "COMSPEC",
          "PATHEXT",
          "USERPROFILE",
          "APPDATA",
          "LOCALAPPDATA",
          "PROGRAMDATA");

  private StageEnvironment() {}

  /** Those variables of {@code all} that a stage gets. */
  public static Map<String, String> of(Map<String, String> all) {
    Map<String, String> reduced = new TreeMap<>();
    all.forEach(
        (name, value) -> {
          String upper = name.toUpperCase(Locale.ROOT);
          if (NAMES.contains(upper) || upper.startsWith("LC_") || upper.startsWith("XDG_")) {
            reduced.put(name, value);
          }
        });
    return reduced;
  }
}
