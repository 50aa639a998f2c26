package dev.jevprune.adapters.worker;

import dev.jevprune.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A worker in a process of its own, started as a shim starts it. */
final class WorkerProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final long POLL_MILLIS = 20;

  private final Path dataHome;
  private final Process process;

  private WorkerProcess(Path dataHome, Process process) {
    this.dataHome = dataHome;
    this.process = process;
  }

  /** The environment a shim passes on, with a folder for the socket. */
  static Map<String, String> environment(Path temp) {
    Map<String, String> environment = new HashMap<>();
    environment.put("LC_ALL", "C.UTF-8");
    environment.put("TMPDIR", temp.toString());
    // A program that was started from a desktop has no more than this.
    environment.put("PATH", "/usr/bin:/bin");
    return environment;
  }

  static WorkerProcess start(Path dataHome, Map<String, String> environment, String... more)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx160m",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-cp",
                classPath(),
                "dev.jevprune.adapters.worker.WorkerMain",
                "--data-home",
                dataHome.toString()));
    command.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder.environment().putAll(environment);
    Files.createDirectories(dataHome);
    Path output = Files.createTempFile(dataHome, "output", ".txt");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    return new WorkerProcess(dataHome, builder.start());
  }

  /** The class path without the engine that the worker must do without. */
  private static String classPath() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(all.split(File.pathSeparator))
        .filter(entry -> !entry.contains("graalvm"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A client, as soon as the worker serves. */
  WorkerClient client() throws IOException, InterruptedException {
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      Optional<WorkerClient> client =
          WorkerClient.connect(dataHome, Duration.ofSeconds(PATIENCE_SECONDS));
      if (client.isPresent()) {
        return client.get();
      }
    }
    throw new AssertionError("The worker ended with " + process.exitValue() + ": " + log());
  }

  static UnaryOperator<JsonObject> transport(WorkerClient client) {
    return request -> {
      try {
        return client.call(request);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (dev.jevprune.adapters.protocol.ProtocolException e) {
        return Replies.failure(request, e.code(), e.text());
      }
    };
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("The worker does not end.");
    }
    return process.exitValue();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Completed when the process has ended. */
  CompletableFuture<Process> end() {
    return process.onExit();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly();
    exitCode();
  }

  String log() throws IOException {
    Path log = dataHome.resolve("logs").resolve("worker.log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
