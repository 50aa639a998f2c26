package dev.jevprune.live;

import java.nio.file.Path;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * What the machine must offer. A missing piece skips the test and says why; in CI it fails the
 * test.
 */
final class Requirements {
  private Requirements() {}

  static void require(boolean met, String reason) {
    if (met) {
      return;
    }
    if ("true".equals(System.getenv("CI"))) {
      Assertions.fail("in CI nothing may be skipped: " + reason);
    }
    Assumptions.abort(reason);
  }

  static Path projectRoot() {
    return Path.of(property("project.root"));
  }

  /** Scratch folder of this module, below its {@code target}. */
  static Path work() {
    return Path.of(property("live.work"));
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("run by Maven, which sets the system property " + name);
    }
    return value;
  }
}
