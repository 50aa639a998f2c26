package dev.jevprune.installer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A model on loopback that gives every pair the same coverage, and remembers what it was asked. */
final class ModelStandIn implements AutoCloseable {
  static final String MODEL = "kev-4b";

  /** The bodies that came. */
  final List<String> seen = new CopyOnWriteArrayList<>();

  private final HttpServer server;
  private final String coverage;

  ModelStandIn(String coverage) throws IOException {
    this.coverage = coverage;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Makes it the evaluator of a data home. */
  void setUp(Path dataHome) throws IOException {
    Files.writeString(
        dataHome.resolve("config.yaml"),
        "evaluator: {kind: local, url: '" + url() + "', model: " + MODEL + "}\n");
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      seen.add(body);
      JsonObject asked = (JsonObject) StrictJson.parse(body);
      JsonObject.Builder answers = JsonObject.builder();
      for (String key : asked.object("questions").orElseThrow().members().keySet()) {
        JsonNumber value = new JsonNumber(key.endsWith("coverage") ? coverage : "0.01");
        answers.put(key, JsonObject.builder().put("type", "noul").put("noul", value).build());
      }
      byte[] reply =
          JsonText.write(
                  JsonObject.builder().put("model", MODEL).put("answers", answers.build()).build())
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, reply.length);
      exchange.getResponseBody().write(reply);
    } catch (JsonException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
