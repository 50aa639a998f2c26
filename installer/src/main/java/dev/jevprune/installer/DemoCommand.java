package dev.jevprune.installer;

import dev.jevprune.adapters.demo.Demo;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code jevprune demo}: the walk-through, which needs the script engine of the checkout. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    usageHelpAutoWidth = true,
    description =
        "Walks through one session: a repeated read is found, approved and left out. Needs a checkout.")
final class DemoCommand implements Callable<Integer> {
  private static final String ENGINE = "org.graalvm.polyglot.Context";

  private final Surroundings surroundings;
  private final ClassLoader loader;

  /**
   * @param loader knows the script engine, or does not: an installed runtime has none
   */
  DemoCommand(Surroundings surroundings, ClassLoader loader) {
    this.surroundings = surroundings;
    this.loader = loader;
  }

  @Override
  public Integer call() throws IOException {
    if (!hasEngine()) {
      throw new Problem(
          "the walk-through needs the script engine, which is not installed. Run ./jevprune demo in a checkout.");
    }
    Demo.run(surroundings.out(), surroundings.colour());
    return Program.OK;
  }

  private boolean hasEngine() {
    try {
      Class.forName(ENGINE, false, loader);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
