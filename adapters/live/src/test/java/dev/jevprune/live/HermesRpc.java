package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Drives {@code tui_gateway}: JSON-RPC lines over standard input and output. */
final class HermesRpc implements AutoCloseable {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(240);

  private final Process process;
  private final Path errors;
  private final List<JsonNode> seen = new ArrayList<>();
  private boolean ended;
  private int nextId;

  private HermesRpc(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  static HermesRpc start(ProcessBuilder builder) {
    try {
      Path errors = Files.createTempFile(Path.of("/tmp"), "jpl-hermes", ".txt");
      HermesRpc rpc = new HermesRpc(builder.redirectError(errors.toFile()).start(), errors);
      Thread reader = new Thread(rpc::readAll, "hermes-rpc-reader");
      reader.setDaemon(true);
      reader.start();
      rpc.await(0, record -> isEvent(record, "gateway.ready"));
      return rpc;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A session of the process, and the id under which Hermes stores it. */
  record Open(String live, String stored) {}

  Open create() {
    JsonNode result = call("session.create", JsonLines.object().put("cols", 100));
    return new Open(result.path("session_id").asText(), result.path("stored_session_id").asText());
  }

  Open resume(String stored) {
    JsonNode result =
        call("session.resume", JsonLines.object().put("session_id", stored).put("cols", 100));
    return new Open(result.path("session_id").asText(), stored);
  }

  /** A user turn, waited for. */
  void say(Open session, String text) {
    int from = size();
    send("prompt.submit", JsonLines.object().put("session_id", session.live()).put("text", text));
    await(from, record -> isEvent(record, "message.complete"));
  }

  /** Lets Hermes compact the session now; while the host finishes a turn it is asked again. */
  void compress(Open session) {
    ObjectNode params = JsonLines.object().put("session_id", session.live());
    for (int tries = 0; ; tries++) {
      int from = size();
      int id = send("session.compress", params);
      JsonNode answer = await(from, record -> record.path("id").asInt(-1) == id);
      if (!answer.has("error")) {
        return;
      }
      if (tries == 100 || !answer.path("error").toString().contains("busy")) {
        throw new AssertionError("session.compress was refused: " + answer.path("error"));
      }
      Worker.pause();
    }
  }

  /** What {@code /prune} says; while the host finishes a turn it is asked again. */
  String prune(Open session, String words) {
    for (int tries = 0; ; tries++) {
      String said = command(session, ("/prune " + words).strip());
      if (tries == 100 || !said.contains("a turn is running")) {
        return said;
      }
      Worker.pause();
    }
  }

  String command(Open session, String line) {
    ObjectNode params = JsonLines.object().put("session_id", session.live()).put("command", line);
    return call("slash.exec", params).path("output").asText();
  }

  JsonNode call(String method, ObjectNode params) {
    int from = size();
    int id = send(method, params);
    JsonNode answer = await(from, record -> record.path("id").asInt(-1) == id);
    if (answer.has("error")) {
      throw new AssertionError(method + " was refused: " + answer.path("error"));
    }
    return answer.path("result");
  }

  static boolean isEvent(JsonNode record, String type) {
    return record.path("params").path("type").asText().equals(type);
  }

  JsonNode await(int from, Predicate<JsonNode> wanted) {
    try {
      return awaitRecord(from, wanted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private synchronized JsonNode awaitRecord(int from, Predicate<JsonNode> wanted)
      throws InterruptedException {
    long end = System.nanoTime() + LIMIT_NANOS;
    int at = from;
    while (true) {
      for (; at < seen.size(); at++) {
        if (wanted.test(seen.get(at))) {
          return seen.get(at);
        }
      }
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (ended || left <= 0) {
        throw new AssertionError(
            (ended ? "Hermes ended" : "no answer in time") + "; last records:\n" + last(from));
      }
      wait(left);
    }
  }

  private synchronized int size() {
    return seen.size();
  }

  private synchronized int send(String method, ObjectNode params) {
    int id = ++nextId;
    ObjectNode record =
        JsonLines.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
    record.set("params", params);
    try {
      process.getOutputStream().write((record + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      return id;
    } catch (IOException e) {
      throw new UncheckedIOException("Hermes takes no more input; it said: " + errorText(), e);
    }
  }

  private void readAll() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonLines.tryParse(line).ifPresent(this::take);
      }
    } catch (IOException e) {
      // The pipe breaks when the process is ended; the flag below tells the waiting test.
    } finally {
      finish();
    }
  }

  private synchronized void take(JsonNode record) {
    seen.add(record);
    notifyAll();
  }

  private synchronized void finish() {
    ended = true;
    notifyAll();
  }

  private String last(int from) {
    StringBuilder text = new StringBuilder();
    for (JsonNode record : seen.subList(Math.max(from, seen.size() - 8), seen.size())) {
      String line = record.toString();
      text.append(line, 0, Math.min(line.length(), 400)).append('\n');
    }
    return text.append(errorText()).toString();
  }

  private String errorText() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      return "";
    }
  }

  /** Closing the input ends Hermes. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      Files.deleteIfExists(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
