package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the home, the data home and Pi's agent folder. The only place that knows how. */
final class LocationResolver {
  static final String PI_AGENT_DIR = "PI_CODING_AGENT_DIR";
  static final String DATA_HOME = "JEV_PRUNE_HOME";

  private final Surroundings surroundings;
  private final List<String> notes = new ArrayList<>();

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
    // Node's homedir(), which Pi uses, is HOME; Java's user.home is the account's.
    String accountHome = surroundings.variable("HOME").orElse(surroundings.userHome());
    Path home = absolute(options.home().orElse(accountHome), surroundings.resolve(accountHome));
    boolean homeGiven = options.home().isPresent();

    Path dataHome =
        options
            .dataHome()
            .or(() -> variable(DATA_HOME, homeGiven))
            .map(text -> absolute(text, home))
            .orElse(home.resolve(".jev-prune"));
    List<Path> agentDirs =
        options.piRoots().isEmpty()
            ? List.of(agentDir(home, homeGiven))
            : options.piRoots().stream().map(text -> absolute(text, home)).distinct().toList();
    return new Locations(home, homeGiven, dataHome, agentDirs, !options.piRoots().isEmpty(), notes);
  }

  private Path agentDir(Path home, boolean homeGiven) {
    Optional<String> named = variable(PI_AGENT_DIR, homeGiven);
    if (named.isEmpty()) {
      return home.resolve(".pi").resolve("agent");
    }
    Path agentDir = absolute(named.get(), home);
    if (!named.get().startsWith("~") && !Path.of(named.get()).isAbsolute()) {
      notes.add(
          PI_AGENT_DIR
              + " is the relative path "
              + named.get()
              + ", which Pi reads from the folder it starts in. Taken here as "
              + agentDir
              + ".");
    }
    return agentDir;
  }

  private Optional<String> variable(String name, boolean homeGiven) {
    Optional<String> value = surroundings.variable(name);
    if (value.isPresent() && homeGiven) {
      notes.add(name + " is set (" + value.get() + ") but not used, because --home is given.");
      return Optional.empty();
    }
    return value;
  }

  /** Pi expands a leading {@code ~} of the variable itself, so it must not end up in a path. */
  private Path absolute(String text, Path home) {
    if (text.isBlank()) {
      throw new UsageProblem("A path on the command line is empty.");
    }
    if (text.equals("~")) {
      return home;
    }
    if (text.startsWith("~/")) {
      return home.resolve(text.substring(2)).normalize();
    }
    return surroundings.resolve(text);
  }
}
