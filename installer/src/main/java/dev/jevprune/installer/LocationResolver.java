package dev.jevprune.installer;

import dev.jevprune.bus.BusHome;
import dev.jevprune.installer.HostRoot.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the home, the data home and the folders of all hosts. The only place that knows how: plan,
 * doctor, removal and every text that names a place ask here.
 */
final class LocationResolver {
  static final String DATA_HOME = "JEV_PRUNE_HOME";

  private final Surroundings surroundings;
  private final Set<String> notes = new LinkedHashSet<>();

  private LocationResolver(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /**
   * Resolves all places. What the command line says wins; then, unless {@code --home} is given, the
   * variable; then the place under the home.
   */
  static Locations resolve(Surroundings surroundings, LocationOptions options) {
    return new LocationResolver(surroundings).resolve(options);
  }

  private Locations resolve(LocationOptions options) {
    // Node's homedir(), which the hosts use, is HOME, on Windows USERPROFILE whatever a Unix shell
    // there makes of HOME; Java's user.home is the account's.
    String accountHome =
        surroundings
            .variable(surroundings.isWindows() ? "USERPROFILE" : "HOME")
            .orElse(surroundings.userHome());
    Path home = absolute(options.home().orElse(accountHome), surroundings.resolve(accountHome));
    boolean homeGiven = options.home().isPresent();

    Path dataHome =
        options
            .dataHome()
            .or(() -> variable(DATA_HOME, homeGiven))
            .map(text -> absolute(text, home))
            .orElse(home.resolve(".jev-prune"));
    List<HostRoot> roots = new ArrayList<>();
    for (Namespace host : Namespace.values()) {
      Set<Path> given = new LinkedHashSet<>();
      for (LocationOptions.NamedRoot root : options.roots()) {
        if (root.host() == host) {
          given.add(absolute(root.path(), home));
        }
      }
      if (given.isEmpty()) {
        roots.add(root(host, home, homeGiven));
      } else {
        given.forEach(folder -> roots.add(new HostRoot(host, folder, Source.GIVEN)));
      }
    }
    Path busHome =
        variable(BusHome.VARIABLE, homeGiven)
            .map(text -> absolute(text, home))
            .orElse(home.resolve(".jev").resolve("bus"));
    return new Locations(home, homeGiven, dataHome, busHome, roots, List.copyOf(notes));
  }

  private HostRoot root(Namespace host, Path home, boolean homeGiven) {
    for (Namespace.Variable variable : host.variables()) {
      Optional<String> named = variable(variable.name(), homeGiven);
      if (named.isPresent()) {
        Path folder = absolute(named.get(), home).resolve(variable.below());
        if (!named.get().startsWith("~") && !surroundings.path(named.get()).isAbsolute()) {
          notes.add(
              variable.name()
                  + " is the relative path "
                  + named.get()
                  + ", which "
                  + host.title()
                  + " reads from the folder it starts in. Taken here as "
                  + folder
                  + ".");
        }
        return new HostRoot(host, folder, Source.VARIABLE);
      }
    }
    return new HostRoot(host, usual(host, home, homeGiven), Source.USUAL);
  }

  /**
   * The folder of a host that no variable moves. On Windows Hermes alone has another one (read in
   * hermes_constants of 0.19.0).
   */
  private Path usual(Namespace host, Path home, boolean homeGiven) {
    if (host != Namespace.HERMES || !surroundings.isWindows()) {
      return home.resolve(host.below());
    }
    return variable("LOCALAPPDATA", homeGiven)
        .map(text -> absolute(text, home))
        .orElse(home.resolve("AppData").resolve("Local"))
        .resolve("hermes");
  }

  private Optional<String> variable(String name, boolean homeGiven) {
    Optional<String> value = surroundings.variable(name);
    if (value.isPresent() && homeGiven) {
      notes.add(name + " is set (" + value.get() + ") but not used, because --home is given.");
      return Optional.empty();
    }
    return value;
  }

  /** Pi expands a leading {@code ~} of its variable itself, so it must not end up in a path. */
  private Path absolute(String text, Path home) {
    if (text.isBlank()) {
      throw new UsageProblem("A path on the command line is empty.");
    }
    if (text.equals("~")) {
      return home;
    }
    if (text.startsWith("~/") || (surroundings.isWindows() && text.startsWith("~\\"))) {
      return home.resolve(text.substring(2)).normalize();
    }
    return DiskSpelling.of(surroundings.resolve(text));
  }
}
