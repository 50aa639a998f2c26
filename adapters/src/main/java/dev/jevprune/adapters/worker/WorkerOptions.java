package dev.jevprune.adapters.worker;

import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The worker's command line.
 *
 * @param dataHome absolute
 * @param idle after how long without a shim and without a request the worker ends
 * @param transport how clients are to reach it; empty: what suits the system
 */
record WorkerOptions(Path dataHome, Duration idle, Optional<TransportKind> transport) {
  private static final Duration DEFAULT_IDLE = Duration.ofMinutes(30);
  private static final String USAGE =
      "usage: WorkerMain --data-home DIR [--idle-seconds N] [--transport unix|tcp]";

  static Optional<WorkerOptions> parse(String[] arguments, PrintStream err) {
    String home = "";
    Duration idle = DEFAULT_IDLE;
    Optional<TransportKind> transport = Optional.empty();
    for (int i = 0; i < arguments.length; i += 2) {
      String value = i + 1 < arguments.length ? arguments[i + 1] : "";
      if (arguments[i].equals("--data-home") && !value.isEmpty()) {
        home = value;
      } else if (arguments[i].equals("--idle-seconds") && value.matches("[1-9][0-9]{0,6}")) {
        idle = Duration.ofSeconds(Long.parseLong(value));
      } else if (arguments[i].equals("--transport") && TransportKind.parse(value).isPresent()) {
        transport = TransportKind.parse(value);
      } else {
        return wrong(err, USAGE);
      }
    }
    if (home.isEmpty()) {
      return wrong(err, USAGE);
    }
    try {
      Path path = Path.of(home);
      // Under LC_ALL=C the JVM reads a name beyond ASCII as replacement characters.
      if (path.isAbsolute() && home.indexOf('\uFFFD') < 0) {
        return Optional.of(new WorkerOptions(path.normalize(), idle, transport));
      }
    } catch (InvalidPathException e) {
      // Told below.
    }
    return wrong(
        err,
        "--data-home must be an absolute path that this locale can spell; start the worker with"
            + " LC_ALL=C.UTF-8.");
  }

  private static Optional<WorkerOptions> wrong(PrintStream err, String text) {
    err.println(text);
    return Optional.empty();
  }
}
