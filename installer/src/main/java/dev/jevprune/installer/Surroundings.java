package dev.jevprune.installer;

import java.io.PrintStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** Whether paths here are those of Windows. */
  boolean isWindows() {
    return fileSystem.getSeparator().equals("\\");
  }

  /** A variable that is set and not blank. */
  Optional<String> variable(String name) {
    return raw(name).filter(value -> !value.isBlank());
  }

  /** Windows spells some of its variables in its own way, {@code Path} for one. */
  private Optional<String> raw(String name) {
    return isWindows()
        ? env.entrySet().stream()
            .filter(entry -> entry.getKey().equalsIgnoreCase(name))
            .map(Map.Entry::getValue)
            .findFirst()
        : Optional.ofNullable(env.get(name));
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
    String separator = isWindows() ? ";" : ":";
    for (String folder : raw("PATH").orElse("").split(separator, -1)) {
      for (String end : programEnds()) {
        String name = program + end;
        Path candidate = folder.isEmpty() ? path(name) : path(folder).resolve(name);
        if (candidate.isAbsolute() && Files.isExecutable(candidate)) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }

  /** What Windows puts behind the name of a program to find it; elsewhere nothing. */
  private List<String> programEnds() {
    List<String> ends = new ArrayList<>(List.of(""));
    if (isWindows()) {
      ends.addAll(List.of(raw("PATHEXT").orElse(".COM;.EXE;.BAT;.CMD").split(";", -1)));
    }
    return ends;
  }

  /** The path of a text, as it stands. */
  Path path(String text) {
    return fileSystem.getPath(text);
  }

  Path resolve(String path) {
    return path(workingFolder).resolve(path).normalize();
  }
}
