package dev.jevprune.installer;

import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.WorkerClient;
import dev.jevprune.adapters.worker.WorkerStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What the worker of a data home said when it was asked how it is.
 *
 * @param findings what there is to tell of it
 * @param disabled the stages of the bus that it does not ask any more
 */
record WorkerCheck(List<Finding> findings, List<String> disabled) {
  /** How long a command line waits for an answer of a worker. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String AREA = "worker";

  WorkerCheck {
    findings = List.copyOf(findings);
    disabled = List.copyOf(disabled);
  }

  private static WorkerCheck of(Finding finding) {
    return new WorkerCheck(List.of(finding), List.of());
  }

  /** Asks it; nothing is asked where no agent loads us. */
  static WorkerCheck ask(Path dataHome, Manifest manifest) {
    if (manifest.targets().stream().noneMatch(Manifest.Target::adapter)) {
      return new WorkerCheck(List.of(), List.of());
    }
    try (WorkerClient worker = WorkerClient.connect(dataHome, PATIENCE).orElse(null)) {
      return worker == null
          ? of(Finding.ok(AREA, "none runs; agents start one when they need it"))
          : of(worker.status(), manifest);
    } catch (IOException | ProtocolException e) {
      return of(
          Finding.wrong(
              AREA,
              "it does not answer ("
                  + Problem.describe(e)
                  + "). See "
                  + dataHome.resolve("logs")
                  + ", then jevprune worker stop."));
    }
  }

  private static WorkerCheck of(WorkerStatus status, Manifest manifest) {
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
    Finding finding =
        status.version().equals(manifest.version())
            ? Finding.ok(AREA, text)
            : Finding.wrong(
                "versions",
                "the worker that runs is "
                    + status.version()
                    + ", installed is "
                    + manifest.version()
                    + ". End it with jevprune worker stop; agents start the new one.");
    return new WorkerCheck(List.of(finding), status.disabled());
  }
}
