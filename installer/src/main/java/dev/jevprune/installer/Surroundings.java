package dev.jevprune.installer;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * All that a program here may know of the world it runs in.
 *
 * @param out the standard output
 * @param err the standard error
 * @param env the environment variables
 * @param userHome the home folder by the account, used where {@code HOME} is not set
 * @param workingFolder the folder that relative paths start from
 * @param javaHome the home of the Java that runs now
 * @param terminal whether a person reads {@code out}
 * @param fileSystem where all paths are
 */
record Surroundings(
    PrintStream out,
    PrintStream err,
    Map<String, String> env,
    String userHome,
    String workingFolder,
    String javaHome,
    boolean terminal,
    FileSystem fileSystem) {

  Surroundings(
      PrintStream out,
      PrintStream err,
      Map<String, String> env,
      String userHome,
      String workingFolder,
      String javaHome,
      boolean terminal) {
    this(out, err, env, userHome, workingFolder, javaHome, terminal, FileSystems.getDefault());
  }

  Surroundings {
    env = Map.copyOf(env);
  }

  /** The surroundings of a caller inside this process: no terminal, paths of the running Java. */
  static Surroundings plain(PrintStream out, PrintStream err, Map<String, String> env) {
    return new Surroundings(
        out,
        err,
        env,
        System.getProperty("user.home", ""),
        System.getProperty("user.dir", ""),
        System.getProperty("java.home", ""),
        false);
  }

  /** A variable that is set and not blank. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(env.get(name)).filter(value -> !value.isBlank());
  }

  /**
   * Whether to colour: only for a person, and never when {@code NO_COLOR} is set (no-color.org).
   */
  boolean colour() {
    return terminal
        && variable("NO_COLOR").isEmpty()
        && !"dumb".equals(env.getOrDefault("TERM", ""));
  }

  /** The program of this name on {@code PATH}. */
  Optional<Path> onPath(String program) {
    for (String folder : env.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path candidate = folder.isEmpty() ? path(program) : path(folder).resolve(program);
      if (candidate.isAbsolute() && Files.isExecutable(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** The path of a text, as it stands. */
  Path path(String text) {
    return fileSystem.getPath(text);
  }

  Path resolve(String path) {
    return path(workingFolder).resolve(path).normalize();
  }
}
