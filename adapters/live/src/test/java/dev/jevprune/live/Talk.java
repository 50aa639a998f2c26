package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * A short conversation with a host that speaks JSON lines: lines in, and the first line out that is
 * wanted. The process is ended then, with what it had started.
 */
final class Talk {
  private Talk() {}

  /**
   * @param says lines for the process, sent at once; its standard input stays open
   * @param wanted tells the line that ends the conversation
   * @throws AssertionError when it does not come within {@code limit}
   */
  static JsonNode until(
      ProcessBuilder builder, List<String> says, Predicate<JsonNode> wanted, Duration limit) {
    Process process;
    try {
      process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      OutputStream in = process.getOutputStream();
      for (String line : says) {
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      }
      in.flush();
      return answer(process, wanted).get(limit.toSeconds(), TimeUnit.SECONDS);
    } catch (IOException | ExecutionException | TimeoutException e) {
      throw new AssertionError(builder.command() + " did not say what was waited for", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().onExit().join();
    }
  }

  private static CompletableFuture<JsonNode> answer(Process process, Predicate<JsonNode> wanted) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
              Optional<JsonNode> found = JsonLines.tryParse(line).filter(wanted);
              if (found.isPresent()) {
                return found.get();
              }
            }
            throw new AssertionError("it ended");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
