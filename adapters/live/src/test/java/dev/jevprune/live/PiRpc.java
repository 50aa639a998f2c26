package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Drives {@code pi --mode rpc}: JSON lines both ways, waiting on events, answering the dialogs it
 * asks for.
 */
final class PiRpc implements AutoCloseable {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final Process process;
  private final PiVersion version;
  private final Path errors;
  private final List<JsonNode> seen = new ArrayList<>();
  private boolean ended;
  private boolean confirm = true;
  private final Deque<String> choices = new ArrayDeque<>();
  private int nextId;

  private PiRpc(Process process, PiVersion version, Path errors) {
    this.process = process;
    this.version = version;
    this.errors = errors;
  }

  static PiRpc start(ProcessBuilder builder, PiVersion version) {
    try {
      Path errors = Files.createTempFile(Path.of("/tmp"), "jpl-rpc", ".txt");
      Process process = builder.redirectError(errors.toFile()).start();
      PiRpc rpc = new PiRpc(process, version, errors);
      Thread reader = new Thread(rpc::readAll, "pi-rpc-reader");
      reader.setDaemon(true);
      reader.start();
      return rpc;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What to answer when the user is asked to confirm. */
  synchronized PiRpc confirmWith(boolean yes) {
    confirm = yes;
    return this;
  }

  /**
   * What to answer when the user is asked to choose, one after the other; then the dialog is left.
   */
  synchronized PiRpc choose(String... answers) {
    choices.addAll(List.of(answers));
    return this;
  }

  /** The titles of the choices that the user was offered so far. */
  List<String> offered() {
    return since(0).stream()
        .filter(record -> is(record, "type", "extension_ui_request"))
        .filter(record -> is(record, "method", "select"))
        .map(record -> record.path("title").asText())
        .toList();
  }

  /** A prompt for the model; returns the records of the whole run once Pi has come to rest. */
  List<JsonNode> say(String text) {
    int from = ask(text);
    await(from, record -> is(record, "type", version.settledEvent()));
    awaitIdle();
    return since(from);
  }

  /** A prompt for the model that is not waited for; returns the place to wait from. */
  int ask(String text) {
    int from = size();
    String id = send(JsonLines.object().put("type", "prompt").put("message", text));
    JsonNode response = await(from, record -> isResponse(record, id));
    if (!response.path("success").asBoolean()) {
      throw new AssertionError("Pi refused a prompt: " + response);
    }
    return from;
  }

  /**
   * An extension command such as {@code /prune}; returns what it told the user, line by line as
   * told.
   */
  List<String> command(String text) {
    int from = ask(text);
    return told(since(from));
  }

  /** Any other RPC command; returns its response. */
  JsonNode request(ObjectNode command) {
    int from = size();
    String id = send(command);
    return await(from, record -> isResponse(record, id));
  }

  void awaitSettled(int from) {
    await(from, record -> is(record, "type", version.settledEvent()));
    awaitIdle();
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
            (ended ? "Pi ended" : "no answer in time") + "; last records:\n" + lastRecords(from));
      }
      wait(left);
    }
  }

  /** All messages to the user in this process so far. */
  List<String> notices() {
    return told(since(0));
  }

  String sessionFile() {
    return request(JsonLines.object().put("type", "get_state"))
        .path("data")
        .path("sessionFile")
        .asText();
  }

  List<JsonNode> extensionErrors() {
    return since(0).stream().filter(record -> is(record, "type", "extension_error")).toList();
  }

  private void awaitIdle() {
    // 0.73.1 is still finishing for a moment after its last event; a prompt then would be queued as
    // steering.
    Worker.awaitThat(
        () -> {
          JsonNode state = request(JsonLines.object().put("type", "get_state")).path("data");
          return !state.path("isStreaming").asBoolean() && !state.path("isCompacting").asBoolean();
        },
        "an idle Pi");
  }

  private static List<String> told(List<JsonNode> records) {
    return records.stream()
        .filter(record -> is(record, "type", "extension_ui_request"))
        .filter(record -> !is(record, "method", "setStatus"))
        .map(record -> (record.path("title").asText() + "\n" + record.path("message").asText()))
        .map(String::strip)
        .toList();
  }

  private static boolean isResponse(JsonNode record, String id) {
    return is(record, "type", "response") && is(record, "id", id);
  }

  static boolean is(JsonNode record, String member, String value) {
    return record.path(member).asText().equals(value);
  }

  private synchronized int size() {
    return seen.size();
  }

  synchronized List<JsonNode> since(int from) {
    return List.copyOf(seen.subList(from, seen.size()));
  }

  private synchronized String send(ObjectNode command) {
    String id = "t" + nextId++;
    write(command.put("id", id));
    return id;
  }

  private synchronized void write(ObjectNode record) {
    try {
      process.getOutputStream().write((record + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Pi takes no more input; it said: " + errorText(), e);
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
    if (is(record, "type", "extension_ui_request") && is(record, "method", "confirm")) {
      write(
          JsonLines.object()
              .put("type", "extension_ui_response")
              .put("confirmed", confirm)
              .put("id", record.path("id").asText()));
    }
    if (is(record, "type", "extension_ui_request") && is(record, "method", "select")) {
      ObjectNode answer = JsonLines.object().put("type", "extension_ui_response");
      String choice = choices.poll();
      write(
          (choice == null ? answer.put("cancelled", true) : answer.put("value", choice))
              .put("id", record.path("id").asText()));
    }
    notifyAll();
  }

  private synchronized void finish() {
    ended = true;
    notifyAll();
  }

  private String lastRecords(int from) {
    StringBuilder text = new StringBuilder();
    for (JsonNode record : seen.subList(Math.max(from, seen.size() - 12), seen.size())) {
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

  /** Closing the input ends Pi; the exit code must be 0. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      boolean done = process.waitFor(30, TimeUnit.SECONDS);
      String said = errorText();
      Files.deleteIfExists(errors);
      if (!done) {
        process.destroyForcibly();
        throw new AssertionError("Pi did not end when its input was closed: " + said);
      }
      if (process.exitValue() != 0) {
        throw new AssertionError("Pi ended with " + process.exitValue() + ": " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
