package dev.jevprune.bus.chain;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One running stage: everything in, everything out, in time, and then it is gone. */
final class StageProcess {

  private final Process process;

  StageProcess(Process process) {
    this.process = process;
  }

  byte[] exchange(byte[] input, long millis) throws StageException, InterruptedException {
    try {
      CompletableFuture<byte[]> output = new CompletableFuture<>();
      start("jev-bus-stage-out", () -> read(output));
      start("jev-bus-stage-in", () -> write(input));
      byte[] bytes =
          output
              .thenCombine(process.onExit(), (read, ended) -> read)
              .get(millis, TimeUnit.MILLISECONDS);
      if (bytes.length > SubprocessStage.MAX_BYTES) {
        throw new StageException("the reply has more than " + SubprocessStage.MAX_BYTES + " bytes");
      }
      if (process.exitValue() != 0) {
        throw new StageException("it ended with exit code " + process.exitValue());
      }
      return bytes;
    } catch (TimeoutException e) {
      throw StageException.late(millis);
    } catch (ExecutionException e) {
      throw new StageException("its output cannot be read");
    } finally {
      end();
    }
  }

  private void read(CompletableFuture<byte[]> output) {
    try (InputStream in = process.getInputStream()) {
      byte[] bytes = in.readNBytes(SubprocessStage.MAX_BYTES + 1);
      if (bytes.length > SubprocessStage.MAX_BYTES) {
        process.destroyForcibly();
      }
      output.complete(bytes);
    } catch (IOException e) {
      output.completeExceptionally(e);
    }
  }

  private void write(byte[] input) {
    try (OutputStream out = process.getOutputStream()) {
      out.write(input);
    } catch (IOException e) {
      // A stage may answer without reading all of it; whether it did well its reply says.
    }
  }

  /** Ends it with whatever it started, which could hold our pipes open. */
  private void end() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }
}
