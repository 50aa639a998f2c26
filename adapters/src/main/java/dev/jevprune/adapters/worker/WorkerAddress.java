package dev.jevprune.adapters.worker;

import java.nio.file.Path;

/** Where a worker listens, as {@code worker.json} says it. */
sealed interface WorkerAddress {

  /**
   * A Unix socket.
   *
   * @param socket absolute
   */
  record Unix(Path socket) implements WorkerAddress {}

  /**
   * A port of 127.0.0.1.
   *
   * @param port from 1 to 65,535
   * @param tokenFile absolute; who can read it may connect
   */
  record Loopback(int port, Path tokenFile) implements WorkerAddress {
    private static final int MAX_PORT = 65_535;

    public Loopback {
      if (port < 1 || port > MAX_PORT) {
        throw new IllegalArgumentException("no port: " + port);
      }
    }
  }
}
