package dev.jevprune.installer;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code jevprune-install}: plans, applies and removes an installation. */
@Command(
    name = "jevprune-install",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    description = "Installs Jev Prune into a coding agent. Without --apply nothing is written.")
final class InstallCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  InstallCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    surroundings.err().println("jevprune-install: nothing to do yet");
    return Program.FAILED;
  }
}
