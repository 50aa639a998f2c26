package dev.jevprune.adapters.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The world a set of scripts sees.
 *
 * @param folder the only folder whose files they can read and write; its real path
 * @param environment what {@code process.env} holds
 * @param network sockets and programs
 * @param startMillis the time when the clock of the scripts starts, milliseconds since 1970
 */
public record HostSettings(
    Path folder, Map<String, String> environment, Network network, long startMillis) {
  private static final long NOON = 1_796_040_000_000L;

  public HostSettings {
    environment = Map.copyOf(environment);
  }

  /** An empty environment, nothing that listens, and a fixed start of time. */
  public static HostSettings in(Path folder) {
    try {
      return new HostSettings(folder.toRealPath(), Map.of(), Network.SILENT, NOON);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The folder for the embedded host cannot be used: " + folder, e);
    }
  }

  public HostSettings with(Network other) {
    return new HostSettings(folder, environment, other, startMillis);
  }

  public HostSettings with(Map<String, String> variables) {
    return new HostSettings(folder, variables, network, startMillis);
  }

  /** The user that owns the folder, as Node numbers users. */
  int uid() {
    try {
      return Files.getAttribute(folder, "unix:uid") instanceof Integer uid ? uid : 0;
    } catch (IOException | UnsupportedOperationException e) {
      return 0;
    }
  }
}
