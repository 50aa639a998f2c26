package dev.jevprune.bus;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the registry is: {@code v1/registry.json} below the folder of the bus.
 *
 * @param folder absolute path of the bus folder
 */
public record BusHome(Path folder) {

  /** The variable that moves the bus folder. */
  public static final String VARIABLE = "JEV_BUS_HOME";

  private static final String VERSION = "v1";

  /**
   * The bus of a user.
   *
   * @param variable the value of {@link #VARIABLE}, or empty where a given home must not be left; a
   *     blank value counts as unset, {@code ~} is the home
   * @param home the user's home, or the one given in its place
   */
  public static BusHome of(Optional<String> variable, Path home) {
    String named = variable.orElse("").strip();
    if (named.isEmpty()) {
      return new BusHome(home.resolve(".jev").resolve("bus"));
    }
    if (named.equals("~")) {
      return new BusHome(home);
    }
    return new BusHome(
        named.startsWith("~/") || named.startsWith("~\\")
            ? home.resolve(named.substring(2)).normalize()
            : home.getFileSystem().getPath(named).toAbsolutePath().normalize());
  }

  /** The folder of this version of the protocol. */
  public Path versionFolder() {
    return folder.resolve(VERSION);
  }

  /** The registry. */
  public Path registry() {
    return versionFolder().resolve("registry.json");
  }

  /** The lock that every package takes by exclusive creation. */
  public Path lock() {
    return versionFolder().resolve("registry.lock");
  }

  /** The file whose system lock our own processes hold while they hold {@link #lock}. */
  public Path guard() {
    return versionFolder().resolve("registry.guard");
  }
}
