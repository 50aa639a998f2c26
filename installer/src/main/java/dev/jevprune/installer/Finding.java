package dev.jevprune.installer;

import java.util.Locale;

/**
 * One thing that the doctor found.
 *
 * @param level how bad it is
 * @param area what it is about: files, versions, worker, store, host, skills, bus, self-test
 * @param text what was found, where, and what to do
 */
record Finding(Level level, String area, String text) {
  /** How bad a finding is. */
  enum Level {
    /** As it should be. */
    OK,
    /** Worth knowing; nothing is wrong. */
    NOTE,
    /** Something is wrong. */
    FINDING;

    String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String area, String text) {
    return new Finding(Level.OK, area, text);
  }

  static Finding note(String area, String text) {
    return new Finding(Level.NOTE, area, text);
  }

  static Finding wrong(String area, String text) {
    return new Finding(Level.FINDING, area, text);
  }
}
