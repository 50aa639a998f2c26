package dev.jevprune.installer;

import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.WorkerClient;
import dev.jevprune.adapters.worker.WorkerStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Asks the worker of a data home how it is doing. */
final class WorkerCheck {
  private static final String AREA = "worker";

  private WorkerCheck() {}

  static List<Finding> of(Path dataHome, Manifest manifest) throws IOException {
    if (manifest.targets().stream().noneMatch(Manifest.Target::adapter)) {
      return List.of();
    }
    try (WorkerClient worker = WorkerClient.connect(dataHome, SocketDrain.DEADLINE).orElse(null)) {
      if (worker == null) {
        return List.of(Finding.ok(AREA, "none runs; agents start one when they need it"));
      }
      WorkerStatus status = worker.status();
      String text =
          "version "
              + status.version()
              + ", process "
              + status.pid()
              + ", since "
              + status.startedAt()
              + ", "
              + status.requests()
              + " requests";
      return List.of(
          status.version().equals(manifest.version())
              ? Finding.ok(AREA, text)
              : Finding.wrong(
                  "versions",
                  "the worker that runs is "
                      + status.version()
                      + ", installed is "
                      + manifest.version()
                      + ". End it with jevprune worker stop; agents start the new one."));
    } catch (IOException | ProtocolException e) {
      return List.of(
          Finding.wrong(
              AREA,
              "it does not answer ("
                  + Problem.describe(e)
                  + "). See "
                  + dataHome.resolve("logs")
                  + ", then jevprune worker stop."));
    }
  }
}
