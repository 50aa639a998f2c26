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
 * Ends a worker through its socket and waits until its process is gone, so that it writes nothing
 * more.
 */
final class SocketDrain implements WorkerDrain {
  static final Duration DEADLINE = Duration.ofSeconds(5);

  @Override
  public Optional<String> stop(Path dataHome) {
    if (!Files.isDirectory(dataHome)) {
      return Optional.empty();
    }
    try (WorkerClient worker = WorkerClient.connect(dataHome, DEADLINE).orElse(null)) {
      if (worker == null) {
        return Optional.empty();
      }
      long pid = worker.status().pid();
      boolean gone = worker.stop() && awaitExit(pid);
      return Optional.of(
          gone
              ? "the worker (process " + pid + ") was stopped"
              : "the worker (process "
                  + pid
                  + ") was asked to stop and still runs; end it if it stays");
    } catch (IOException | ProtocolException e) {
      return Optional.of("the worker could not be stopped: " + e.getMessage());
    }
  }

  private static boolean awaitExit(long pid) {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      return true;
    }
    try {
      process.get().onExit().get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
