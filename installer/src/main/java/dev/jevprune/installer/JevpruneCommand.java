package dev.jevprune.installer;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code jevprune}: the verbs. Without one it prints the help. */
@Command(
    name = "jevprune",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    subcommands = {HelpCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    description = "Leaves repeated file reads out of a coding agent's outgoing request.",
    footer = {"", "To install it into an agent: jevprune-install --plan"})
final class JevpruneCommand implements Runnable {
  private final Surroundings surroundings;

  @Spec private CommandSpec spec;

  JevpruneCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    spec.commandLine().usage(surroundings.out(), spec.commandLine().getColorScheme());
  }
}
