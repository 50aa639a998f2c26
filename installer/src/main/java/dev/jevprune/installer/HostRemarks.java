package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a plan says about hosts: what they do by themselves, what is not done there, and why. */
final class HostRemarks {
  private final Locations locations;
  private final List<PlannedTarget> targets;
  private final InstallOptions options;
  private final List<String> notes;

  HostRemarks(Locations locations, List<PlannedTarget> targets, InstallOptions options) {
    this.locations = locations;
    this.targets = targets;
    this.options = options;
    this.notes = new ArrayList<>(locations.notes());
  }

  void note(String text) {
    notes.add(text);
  }

  /** The hosts that a skill folder serves. */
  String servedBy(Path folder) {
    return targets.stream()
        .filter(target -> target.skill().filter(folder::equals).isPresent())
        .map(target -> target.root().host().title())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** Everything, with what Hermes' settings add to what is not done. */
  Plan.Remarks all(List<String> hermes) throws IOException {
    List<String> sideEffects = new ArrayList<>();
    List<String> notDone = new ArrayList<>(hermes);
    for (PlannedTarget target : targets) {
      sideEffects(target, sideEffects);
      if (!target.adapter()) {
        notDone.add(reportsOnly(target.root().host()));
      } else if (target.root().host() == Namespace.PI) {
        notes.addAll(PiFolderNotes.of(target.root().folder()));
      } else if (target.root().host() == Namespace.HERMES) {
        otherProfile(target.root());
      }
      if (target.adapter() && options.skillsOnly() && target.asked()) {
        notes.add(
            target.root().host().title()
                + " keeps its adapter; --skills-only takes nothing away. To remove it: --uninstall"
                + " --target "
                + target.root().host().wireName()
                + ".");
      }
    }
    readTwice();
    if (targets.stream().anyMatch(PlannedTarget::adapter)) {
      notDone.add("Transcripts are not changed, and an agent that runs now keeps what it loaded.");
    }
    return new Plan.Remarks(notes, sideEffects, notDone.stream().distinct().toList());
  }

  /** A plugin in one profile of Hermes is not seen by the others. */
  private void otherProfile(HostRoot root) throws IOException {
    HermesProfiles profiles = HermesProfiles.around(root.folder());
    Path active = profiles.active();
    boolean served =
        active.equals(profiles.base())
            || targets.stream()
                .anyMatch(
                    target ->
                        target.adapter()
                            && target
                                .root()
                                .samePlace(new HostRoot(Namespace.HERMES, active, root.source())));
    if (!served) {
      notes.add(
          "Hermes starts in its profile "
              + active.getFileName()
              + ", which this does not install into. To do so: "
              + HermesProfiles.howTo(active));
    }
  }

  /** Some hosts read several of the folders; which of two equal texts they take is their affair. */
  private void readTwice() {
    Set<Path> planned = new LinkedHashSet<>();
    targets.forEach(target -> target.skill().ifPresent(planned::add));
    if (planned.size() < 2) {
      return;
    }
    for (PlannedTarget target : targets) {
      List<String> seen =
          SkillReaders.of(target.root(), locations).stream()
              .filter(planned::contains)
              .map(Path::toString)
              .toList();
      if (seen.size() > 1) {
        notes.add(
            target.root().host().title()
                + " finds the same skill in "
                + String.join(" and ", seen)
                + (target.root().host() == Namespace.OPENCODE ? "; it lists it once." : "."));
      }
    }
  }

  private void sideEffects(PlannedTarget target, List<String> sideEffects) throws IOException {
    HostRoot root = target.root();
    if (!target.adapter()) {
      return;
    }
    if (root.host() == Namespace.OPENCODE
        && !options.seedOpenCode()
        && OpenCodeSeed.isNeeded(root)) {
      sideEffects.add(
          "OpenCode runs an npm install of @opencode-ai/plugin in "
              + root.folder()
              + " when it first starts with a plugin: about 15 s, about 90 s without a network."
              + " What it writes there is OpenCode's and stays. --seed-opencode avoids it.");
    }
    if (root.host() == Namespace.HERMES) {
      sideEffects.add(
          "Python keeps a __pycache__ beside the plugin in "
              + root.folder()
              + "; a removal takes it along.");
    }
  }

  private static String reportsOnly(Namespace host) {
    String start = "Nothing is left out of requests in " + host.title() + ": ";
    String end = ". The skill reports and measures.";
    return switch (host) {
      case CODEX, GEMINI, COPILOT -> start + "its hooks cannot change earlier results" + end;
      case CURSOR -> start + "it has no hook for that" + end;
      case CLAUDE, OPENCLAW -> start + "there is no adapter for it yet" + end;
      case AGENTS -> start + "each agent that reads it has its own limits" + end;
      case PI, OPENCODE, HERMES -> start + "no adapter was asked for" + end;
    };
  }
}
