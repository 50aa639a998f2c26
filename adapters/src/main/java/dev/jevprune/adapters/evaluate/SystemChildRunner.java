package dev.jevprune.adapters.evaluate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs children of this system. */
final class SystemChildRunner implements ChildRunner {

  @Override
  public Result run(
      List<String> command,
      Map<String, String> variables,
      byte[] input,
      int maxOutputBytes,
      Duration limit)
      throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(variables);
    Process child = builder.start();
    try {
      CompletableFuture<byte[]> output = new CompletableFuture<>();
      start("evaluator-in", () -> write(child, input));
      start("evaluator-out", () -> read(child, maxOutputBytes, output));
      byte[] bytes = output.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (bytes.length > maxOutputBytes) {
        return new Result(-1, bytes, false);
      }
      return child.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)
          ? new Result(child.exitValue(), bytes, false)
          : Result.LATE;
    } catch (TimeoutException e) {
      return Result.LATE;
    } catch (ExecutionException e) {
      return new Result(-1, new byte[0], false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Result.LATE;
    } finally {
      child.destroyForcibly();
    }
  }

  private static void write(Process child, byte[] input) {
    try (OutputStream in = child.getOutputStream()) {
      in.write(input);
    } catch (IOException e) {
      // A child that ends early says why on its output.
    }
  }

  private static void read(Process child, int maxBytes, CompletableFuture<byte[]> output) {
    try (InputStream out = child.getInputStream()) {
      output.complete(out.readNBytes(maxBytes + 1));
    } catch (IOException e) {
      output.completeExceptionally(e);
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
