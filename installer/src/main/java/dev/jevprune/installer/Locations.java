package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.List;

/**
 * Where things are, all absolute and without {@code ..}.
 *
 * @param home the home folder
 * @param homeGiven whether {@code --home} named it: then nothing outside it is touched unless the
 *     command line names that place too
 * @param dataHome the data home
 * @param agentDirs Pi's agent folders, at least one
 * @param rootsGiven whether {@code --root} named the agent folders
 * @param notes what the user should know about how these were found
 */
record Locations(
    Path home,
    boolean homeGiven,
    Path dataHome,
    List<Path> agentDirs,
    boolean rootsGiven,
    List<String> notes) {
  Locations {
    agentDirs = List.copyOf(agentDirs);
    notes = List.copyOf(notes);
  }

  /**
   * The deepest folder whose own links are none of our business: the home, or for a place outside
   * it the folder above that place.
   */
  Path anchor(Path place) {
    if (place.startsWith(home)) {
      return home;
    }
    Path root = place.startsWith(dataHome) ? dataHome : agentDirOf(place);
    Path parent = root.getParent();
    return parent == null ? root : parent;
  }

  private Path agentDirOf(Path place) {
    for (Path agentDir : agentDirs) {
      if (place.startsWith(agentDir)) {
        return agentDir;
      }
    }
    // A loader of an earlier installation: <agent>/extensions/jev-prune.js.
    Path extensions = place.getParent();
    Path agentDir = extensions == null ? null : extensions.getParent();
    return agentDir == null ? place : agentDir;
  }
}
