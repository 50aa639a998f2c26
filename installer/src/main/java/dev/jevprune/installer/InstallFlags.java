package dev.jevprune.installer;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The switches of an installation. */
final class InstallFlags {
  @Option(
      names = "--skills-only",
      description = "Give agents the skill that reports, and no adapter where none is yet.")
  private boolean skillsOnly;

  @Option(
      names = "--pi-choice",
      negatable = true,
      description =
          "Let Pi ask before it compacts by itself: prune, compact or pause (Pi 1.6.0). Stays until"
              + " --no-pi-choice.")
  private @Nullable Boolean piChoice;

  @Option(
      names = "--activate-hermes",
      description = "Put the plugin on the list of enabled plugins in Hermes' config.yaml.")
  private boolean activateHermes;

  @Option(
      names = "--seed-opencode",
      description = "Keep OpenCode from running an npm install for its first plugin.")
  private boolean seedOpenCode;

  @Option(
      names = "--no-bus",
      description = "Take no part in the bus that packages share a host by.")
  private boolean noBus;

  @Option(
      names = "--force-carrier",
      description = "Carry the bus of a host also where another package does.")
  private boolean forceCarrier;

  @Option(names = "--follow-links", description = "Write through links, and record the real files.")
  private boolean followLinks;

  InstallOptions options() {
    return new InstallOptions(
        skillsOnly,
        Optional.ofNullable(piChoice),
        activateHermes,
        seedOpenCode,
        !noBus,
        forceCarrier,
        followLinks);
  }

  boolean any() {
    return !options().equals(InstallOptions.NONE);
  }

  /** The first that is given, for the message. */
  String first() {
    if (skillsOnly) {
      return "--skills-only";
    }
    if (piChoice != null) {
      return "--pi-choice";
    }
    if (activateHermes) {
      return "--activate-hermes";
    }
    if (seedOpenCode) {
      return "--seed-opencode";
    }
    if (noBus) {
      return "--no-bus";
    }
    return forceCarrier ? "--force-carrier" : "--follow-links";
  }
}
