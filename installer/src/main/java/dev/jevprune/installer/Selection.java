package dev.jevprune.installer;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Which hosts a run is for. */
final class Selection {
  private Selection() {}

  /**
   * The host of a name on the command line.
   *
   * @throws UsageProblem when there is none, or nothing can be installed for it
   */
  static Namespace host(String name) {
    return Namespace.parse(name)
        .orElseThrow(
            () ->
                new UsageProblem(
                    "There is no target \"" + name + "\". Available: " + available() + "."));
  }

  /** The names of the hosts that something can be installed for. */
  static String available() {
    return Namespace.names();
  }

  /** The names, for the help. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Namespace.values()).map(Namespace::wireName).iterator();
    }
  }

  /**
   * What the command line names: every folder of {@code --root}, and for each {@code --target}
   * without one the host's own; with {@code all} every host. Empty when it names nothing.
   */
  static List<HostRoot> named(Locations locations, List<String> targets, boolean all) {
    List<Namespace> hosts = targets.stream().map(Selection::host).toList();
    return locations.roots().stream()
        .filter(
            root -> root.source() == HostRoot.Source.GIVEN || all || hosts.contains(root.host()))
        .toList();
  }

  /** The hosts that are here: their folder exists, or their program is on {@code PATH}. */
  static List<HostRoot> detected(Surroundings surroundings, Locations locations) {
    return locations.roots().stream().filter(root -> isHere(surroundings, root)).toList();
  }

  private static boolean isHere(Surroundings surroundings, HostRoot root) {
    return Files.isDirectory(root.folder())
        || root.host().programs().stream()
            .anyMatch(program -> surroundings.onPath(program).isPresent());
  }
}
