package dev.jevprune.installer;

import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.WorkerClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a worker through its socket to finish what runs and to end, and waits for its process. One
 * that takes longer is named and left to finish by itself.
 */
final class SocketDrain implements WorkerDrain {
  /** How long the worker may take to answer. */
  static final Duration ANSWER = Duration.ofMillis(400);

  @Override
  public Optional<String> stop(Path dataHome, Duration patience) {
    if (!Files.isDirectory(dataHome)) {
      return Optional.empty();
    }
    try (WorkerClient worker = WorkerClient.connect(dataHome, ANSWER).orElse(null)) {
      return worker == null ? Optional.empty() : Optional.of(stop(worker, patience));
    } catch (IOException e) {
      return Optional.of("the worker could not be reached: " + Problem.describe(e));
    }
  }

  private static String stop(WorkerClient worker, Duration patience) {
    String name = "the worker (process " + worker.pid() + ", version " + worker.version() + ")";
    try {
      worker.askToStop();
    } catch (IOException | ProtocolException e) {
      return name
          + " does not answer. It ends when it reads that it was asked to; agents go on without it. End"
          + " that process if it stays.";
    }
    return awaitEnd(worker.pid(), patience)
        ? name + " was stopped"
        : name
            + " was asked to stop and ends when it is done with what it does; end that process if it"
            + " stays";
  }

  private static boolean awaitEnd(long pid, Duration patience) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      return true;
    }
    try {
      process.get().onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
