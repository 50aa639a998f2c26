package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds profiles of Hermes that do not load us: a plugin of one is not seen by the others. */
final class ProfileCheck {
  private ProfileCheck() {}

  /**
   * One line for each that does not load us.
   *
   * @param targets what is installed
   */
  static List<Finding> of(List<Manifest.Target> targets) throws IOException {
    Set<Path> served = new LinkedHashSet<>();
    Set<HermesProfiles> all = new LinkedHashSet<>();
    for (Manifest.Target target : targets) {
      if (target.host() == Namespace.HERMES && target.adapter()) {
        served.add(target.root());
        all.add(HermesProfiles.around(target.root()));
      }
    }
    List<Finding> findings = new ArrayList<>();
    for (HermesProfiles profiles : all) {
      Path active = profiles.active();
      for (Path folder : profiles.folders()) {
        if (!served.contains(folder)) {
          findings.add(unserved(folder, folder.equals(active) && !folder.equals(profiles.base())));
        }
      }
    }
    return findings;
  }

  private static Finding unserved(Path folder, boolean active) {
    String area = Namespace.HERMES.wireName();
    String toDo = ". To install there: " + HermesProfiles.howTo(folder);
    return active
        ? Finding.wrong(
            area, "Hermes starts in the profile " + folder + ", which does not load us" + toDo)
        : Finding.note(area, "the profile " + folder + " does not load us" + toDo);
  }
}
