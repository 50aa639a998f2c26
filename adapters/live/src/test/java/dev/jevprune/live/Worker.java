package dev.jevprune.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The worker of one data home, seen from outside: its {@code worker.json} and its process. */
record Worker(Path dataHome) {

  Path file() {
    return dataHome.resolve("worker.json");
  }

  Optional<ProcessHandle> process() {
    try {
      if (!Files.exists(file())) {
        return Optional.empty();
      }
      return JsonLines.tryParse(Files.readString(file()))
          .flatMap(json -> ProcessHandle.of(json.path("pid").asLong(-1)))
          .filter(ProcessHandle::isAlive)
          .filter(Worker::isOurs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A process id can be used again; only a worker may be ended. */
  private static boolean isOurs(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("WorkerMain");
  }

  ProcessHandle awaitRunning() {
    awaitThat(() -> process().isPresent(), "a worker that runs, by " + file());
    return process().orElseThrow();
  }

  /** Ends it at once, as kill -9 does, and waits until it is gone. */
  void kill() {
    ProcessHandle worker = awaitRunning();
    worker.destroyForcibly();
    awaitThat(() -> !worker.isAlive(), "the end of the worker");
  }

  /**
   * Ends every worker of this data home, also one that has just been started and has no {@code
   * worker.json} yet.
   */
  void end() {
    ProcessHandle.allProcesses()
        .filter(Worker::isOurs)
        .filter(found -> found.info().commandLine().orElse("").contains(dataHome.toString()))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** A moment between two looks at a condition. */
  static void pause() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(40));
  }

  static void awaitThat(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited a minute for " + what);
      }
      pause();
    }
  }
}
