package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an installation gives one host.
 *
 * @param root the host's folder
 * @param adapter whether it loads us
 * @param choice whether it asks before it compacts by itself
 * @param skill the folder of the skill that serves it
 * @param asked whether this run was asked to; else it was installed before and is brought along
 */
record PlannedTarget(
    HostRoot root, boolean adapter, boolean choice, Optional<Path> skill, boolean asked) {

  /**
   * What was asked for, and what was installed before: all hosts of a data home share one worker,
   * so they are kept at one version. An adapter or a choice that was installed stays.
   *
   * @param skills whether there is a skill to give
   */
  static List<PlannedTarget> of(
      Locations locations,
      Manifest current,
      List<HostRoot> chosen,
      InstallOptions options,
      boolean skills)
      throws IOException {
    List<PlannedTarget> targets = new ArrayList<>();
    for (HostRoot root : chosen) {
      Optional<Manifest.Target> before = current.target(root);
      boolean adapter =
          root.host().hasAdapter()
              && (!options.skillsOnly() || before.filter(Manifest.Target::adapter).isPresent());
      Optional<Path> skill =
          skills && !adapter
              ? Optional.of(SkillPlaces.of(root, locations))
              : before.flatMap(Manifest.Target::skill);
      boolean choice =
          root.host() == Namespace.PI
              && adapter
              && options.piChoice().orElse(before.filter(Manifest.Target::choice).isPresent());
      targets.add(new PlannedTarget(root, adapter, choice, skill, true));
    }
    for (Manifest.Target before : current.targets()) {
      boolean chosenNow = chosen.stream().anyMatch(before.hostRoot()::samePlace);
      if (!chosenNow && Inspector.exists(before.root()) && reachable(locations, before.root())) {
        targets.add(
            new PlannedTarget(
                before.hostRoot(), before.adapter(), before.choice(), before.skill(), false));
      }
    }
    return targets;
  }

  /** With {@code --home} nothing outside it is touched. */
  private static boolean reachable(Locations locations, Path root) {
    return !locations.homeGiven() || root.startsWith(locations.home());
  }

  Manifest.Target recorded(Path runtime) {
    return new Manifest.Target(root.host(), root.folder(), adapter, choice, skill, runtime);
  }
}
