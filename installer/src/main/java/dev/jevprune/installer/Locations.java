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
 * @param busHome the folder of the bus
 * @param roots the folders of all hosts, at least one each; several where the command line names
 *     several
 * @param notes what the user should know about how these were found
 */
record Locations(
    Path home,
    boolean homeGiven,
    Path dataHome,
    Path busHome,
    List<HostRoot> roots,
    List<String> notes) {
  /** With the usual place of the bus. */
  Locations(Path home, boolean homeGiven, Path dataHome, List<HostRoot> roots, List<String> notes) {
    this(home, homeGiven, dataHome, home.resolve(".jev").resolve("bus"), roots, notes);
  }

  Locations {
    roots = List.copyOf(roots);
    notes = List.copyOf(notes);
  }

  /** The folders of one host. */
  List<HostRoot> of(Namespace host) {
    return roots.stream().filter(root -> root.host() == host).toList();
  }

  /** The folders that the command line names. */
  List<HostRoot> given() {
    return roots.stream().filter(root -> root.source() == HostRoot.Source.GIVEN).toList();
  }

  /**
   * The deepest folder whose own links are none of our business: the home, or for a place outside
   * it the folder above that place.
   */
  Path anchor(Path place) {
    if (place.startsWith(home)) {
      return home;
    }
    Path root =
        place.startsWith(dataHome) ? dataHome : place.startsWith(busHome) ? busHome : rootOf(place);
    Path parent = root.getParent();
    return parent == null ? root : parent;
  }

  private Path rootOf(Path place) {
    for (HostRoot root : roots) {
      if (place.startsWith(root.folder())) {
        return root.folder();
      }
    }
    // Of an earlier installation: <root>/extensions/jev-prune.js or <root>/plugins/jev-prune/….
    Path folder = place.getParent();
    Path root = folder == null ? null : folder.getParent();
    return root == null ? place : root;
  }
}
