package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** {@code opencode serve}, spoken to over HTTP. */
final class OpenCodeServer implements AutoCloseable {
  private static final Duration TURN = Duration.ofMinutes(4);

  private final Process process;
  private final URI base;
  // Where a request is served; empty: in the folder of the process.
  private final String folder;
  // OpenCode never answers a request that asks for HTTP 2, which is Java's default.
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  private OpenCodeServer(Process process, URI base, String folder) {
    this.process = process;
    this.base = base;
    this.folder = folder;
  }

  /** The same process, asked for another folder: it loads its plugins for each. */
  OpenCodeServer in(Path other) {
    return new OpenCodeServer(process, base, other.toString());
  }

  /** Starts it and waits until it is healthy. */
  static OpenCodeServer start(OpenCodeHome home) {
    try {
      int port = freePort();
      Path log = home.temp().resolve("serve-" + port + ".log");
      Process process =
          home.process(
                  home.command("serve", "--hostname", "127.0.0.1", "--port", String.valueOf(port)))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      process.getOutputStream().close();
      OpenCodeServer server =
          new OpenCodeServer(process, URI.create("http://127.0.0.1:" + port), "");
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
      while (!server.isHealthy()) {
        if (System.nanoTime() > end || !process.isAlive()) {
          process.destroyForcibly();
          throw new AssertionError("opencode serve did not start:\n" + Files.readString(log));
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean isHealthy() {
    try {
      return send("GET", "/global/health", null, Duration.ofSeconds(10)).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  String newSession() {
    return json(post("/session", JsonLines.object())).path("id").asText();
  }

  String fork(String session) {
    return json(post("/session/" + session + "/fork", JsonLines.object())).path("id").asText();
  }

  /** A prompt to the default model; returns when the turn has ended. */
  void say(String session, String text) {
    say(session, text, "mock", "mock-1");
  }

  void say(String session, String text, String provider, String model) {
    ObjectNode body = JsonLines.object();
    body.putArray("parts").addObject().put("type", "text").put("text", text);
    body.putObject("model").put("providerID", provider).put("modelID", model);
    HttpResponse<String> answer = post("/session/" + session + "/message", body);
    if (answer.statusCode() != 200) {
      throw new AssertionError("the turn failed: " + answer.statusCode() + " " + answer.body());
    }
  }

  /** Starts a prompt and does not wait for it. */
  void begin(String session, String text) {
    ObjectNode body = JsonLines.object();
    body.putArray("parts").addObject().put("type", "text").put("text", text);
    post("/session/" + session + "/prompt_async", body);
  }

  boolean isIdle(String session) {
    String type = json(get("/session/status")).path(session).path("type").asText("idle");
    return type.equals("idle");
  }

  /** Types a command; the HTTP status of the answer. */
  int command(String session, String name, String words) {
    ObjectNode body = JsonLines.object().put("command", name).put("arguments", words);
    return post("/session/" + session + "/command", body).statusCode();
  }

  /** {@code /prune …}: what its note says. Nothing else may have come into the session. */
  String prune(String session, String words) {
    String before = stored(session);
    int status = command(session, "prune", words);
    String after = stored(session);
    if (status != 500 || !after.startsWith(before.substring(0, before.length() - 1))) {
      throw new AssertionError("/prune " + words + ": " + status + "\n" + before + "\n" + after);
    }
    List<JsonNode> notes = messages(session).subList(size(before), size(after));
    if (notes.size() != 1 || !notes.get(0).path("parts").path(0).path("ignored").asBoolean()) {
      throw new AssertionError("/prune " + words + " left " + notes);
    }
    return notes.get(0).path("parts").path(0).path("text").asText();
  }

  private static int size(String list) {
    return JsonLines.parse(list).size();
  }

  void compact(String session) {
    ObjectNode body = JsonLines.object().put("providerID", "mock").put("modelID", "mock-1");
    post("/session/" + session + "/summarize", body);
  }

  /** Takes the messages from that one on back, as {@code /undo} in the terminal does. */
  void takeBack(String session, String message) {
    ObjectNode body = JsonLines.object().put("messageID", message);
    json(post("/session/" + session + "/revert", body));
  }

  /** Brings them again. */
  void bringBack(String session) {
    json(post("/session/" + session + "/unrevert", JsonLines.object()));
  }

  /** The session as it is stored: the text of the answer, a JSON array. */
  String stored(String session) {
    return get("/session/" + session + "/message").body();
  }

  List<JsonNode> messages(String session) {
    List<JsonNode> all = new ArrayList<>();
    JsonLines.parse(stored(session)).forEach(all::add);
    return all;
  }

  private HttpResponse<String> get(String path) {
    return sent("GET", path, null);
  }

  private HttpResponse<String> post(String path, ObjectNode body) {
    return sent("POST", path, body.toString());
  }

  private HttpResponse<String> sent(String method, String path, @Nullable String body) {
    try {
      return send(method, path, body, TURN);
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    }
  }

  private HttpResponse<String> send(
      String method, String path, @Nullable String body, Duration limit) throws IOException {
    HttpRequest.BodyPublisher sent =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path + query()))
            .timeout(limit)
            .header("Content-Type", "application/json")
            .method(method, sent)
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private String query() {
    return folder.isEmpty()
        ? ""
        : "?directory=" + URLEncoder.encode(folder, StandardCharsets.UTF_8);
  }

  private static JsonNode json(HttpResponse<String> answer) {
    if (answer.statusCode() != 200) {
      throw new AssertionError(answer.uri() + ": " + answer.statusCode() + " " + answer.body());
    }
    return JsonLines.parse(answer.body());
  }

  /** Ends it and waits until it is gone: it writes its database until then. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
