package dev.jevprune.adapters.worker;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How clients reach the worker: a Unix socket where the system has them, loopback TCP elsewhere.
 */
enum TransportKind {
  UNIX,
  TCP;

  /** The variable that chooses for a worker whose command line does not. */
  static final String VARIABLE = "JEV_PRUNE_TRANSPORT";

  /** The kind of that spelling. */
  static Optional<TransportKind> parse(String text) {
    for (TransportKind kind : values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(text)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /**
   * Chooses: the option, else the variable, else what the file system of the data home can do. Java
   * has Unix sockets on Windows too, but the runtimes of the hosts do not connect to them and
   * nobody can be asked who connects, so the owner attribute decides.
   */
  static TransportKind choose(
      Optional<TransportKind> option, Map<String, String> environment, Path dataHome) {
    return option
        .or(() -> parse(environment.getOrDefault(VARIABLE, "")))
        .orElseGet(
            () ->
                dataHome.getFileSystem().supportedFileAttributeViews().contains("unix")
                    ? UNIX
                    : TCP);
  }
}
