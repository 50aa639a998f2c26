package dev.jevprune.installer;

import dev.jevprune.adapters.selftest.ScriptSelfTest;
import dev.jevprune.adapters.selftest.SelfTestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs what is installed for each agent as that agent would, on a made-up session: the bytes in the
 * agent's folder and in the runtime they point to. The agent and its sessions are not touched.
 */
final class SelfTest {
  static final String AREA = "self-test";
  private static final String ENGINE = "org.graalvm.polyglot.Context";

  private final Surroundings surroundings;
  private final Locations locations;
  private final ClassLoader loader;

  /**
   * @param loader knows the script engine, or does not: an installed runtime has none
   */
  SelfTest(Surroundings surroundings, Locations locations, ClassLoader loader) {
    this.surroundings = surroundings;
    this.locations = locations;
    this.loader = loader;
  }

  /** One line for each agent that loads us. */
  List<Finding> run(List<Manifest.Target> targets) {
    List<Finding> findings = new ArrayList<>();
    for (Manifest.Target target : targets) {
      if (target.adapter()) {
        findings.add(run(target));
      }
    }
    return findings.isEmpty()
        ? List.of(Finding.note(AREA, "nothing is installed that could be run"))
        : findings;
  }

  private Finding run(Manifest.Target target) {
    String name = target.host().title() + " (" + target.root() + "): ";
    try {
      InstalledLoader installed = InstalledLoader.read(target, locations);
      if (target.host() == Namespace.HERMES) {
        return new HermesSelfTest(surroundings, installed).run(name);
      }
      if (!hasEngine()) {
        return Finding.note(
            AREA, name + "needs the script engine, which is not installed: run it from a checkout");
      }
      if (target.host() == Namespace.PI) {
        ScriptSelfTest.pi(installed.shim(), installed::with);
      } else {
        ScriptSelfTest.openCode(installed.shim(), installed::with);
      }
      return passed(name, "");
    } catch (SelfTestException | IOException | RuntimeException e) {
      return failed(name, e);
    }
  }

  private boolean hasEngine() {
    try {
      Class.forName(ENGINE, false, loader);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  static Finding passed(String name, String with) {
    return Finding.ok(
        AREA, name + "what is installed found, approved and left out a repeated read" + with);
  }

  private static Finding failed(String name, Exception cause) {
    String text =
        cause instanceof SelfTestException
            ? String.valueOf(cause.getMessage())
            : Problem.describe(cause);
    return Finding.wrong(
        AREA,
        name
            + "what is installed does not work: "
            + text
            + ". Agents then send every original. Run jevprune-install --apply.");
  }
}
