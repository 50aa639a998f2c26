package dev.jevprune.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that has ended.
 *
 * @param exit its code; 127 when it could not be started, -1 when it had to be ended
 */
record Finished(int exit, String out, String err) {

  /**
   * Runs with this test's environment plus {@code more}; a program that is not there is exit 127.
   */
  static Finished tryRun(Path folder, Map<String, String> more, Duration limit, String... command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(more);
    return run(builder, limit);
  }

  /** A process to be started that has nothing but the given variables in its environment. */
  static ProcessBuilder process(Path folder, Map<String, String> environment, List<String> words) {
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  /** Standard input is empty: Pi would put piped input before the first prompt. */
  static Finished run(ProcessBuilder builder, Duration limit) {
    try {
      Path out = Files.createTempFile(Path.of("/tmp"), "jpl-out", ".txt");
      Path err = Files.createTempFile(Path.of("/tmp"), "jpl-err", ".txt");
      try {
        return run(builder, limit, out, err);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // Files, not pipes: a grandchild that keeps the pipe open must not hold up the test.
  private static Finished run(ProcessBuilder builder, Duration limit, Path out, Path err)
      throws IOException {
    Process process;
    try {
      process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    } catch (IOException e) {
      return new Finished(127, "", String.valueOf(e.getMessage()));
    }
    process.getOutputStream().close();
    try {
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      return new Finished(ended ? process.exitValue() : -1, text(out), text(err));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  String lastErrorLine() {
    List<String> lines = err.lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "exit " + exit : lines.get(lines.size() - 1);
  }

  Finished orFail(String what) {
    if (exit != 0) {
      throw new AssertionError(what + " ended with " + exit + "\n" + out + "\n" + err);
    }
    return this;
  }
}
