package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An assessment through a real worker and its real child, by a model on this machine. */
class WorkerAssessTest {

  private static final JsonArray ONE =
      Conversation.withOneRepeat(Conversation.body("setting", 40)).messages();

  @TempDir(factory = ShortTempDir.class)
  Path temp;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private HttpServer model = unset();

  private static HttpServer unset() {
    try {
      return HttpServer.create();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void startModel() throws IOException {
    model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    model.createContext("/v1/systemone", this::answer);
    model.start();
  }

  @AfterEach
  void stopModel() {
    mayAnswer.countDown();
    model.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonObject request = (JsonObject) StrictJson.parse(exchange.getRequestBody().readAllBytes());
      asked.countDown();
      assertThat(mayAnswer.await(1, TimeUnit.MINUTES)).isTrue();
      JsonObject.Builder answers = JsonObject.builder();
      for (String key : request.object("questions").orElseThrow().members().keySet()) {
        Json yes = Json.of(key.endsWith("coverage") ? 1 : 0);
        answers.put(key, JsonObject.builder().put("type", "noul").put("noul", yes).build());
      }
      byte[] reply =
          JsonText.write(
                  JsonObject.builder()
                      .put("model", "kev-4b")
                      .put("answers", answers.build())
                      .build())
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, reply.length);
      exchange.getResponseBody().write(reply);
    } catch (JsonException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void approvesAndKeepsServingOthersWhileTheModelThinks() throws Exception {
    Path dataHome = temp.resolve("data");
    Files.createDirectories(dataHome);
    Files.writeString(
        dataHome.resolve("config.yaml"),
        "evaluator: {kind: local, url: 'http://127.0.0.1:%d', model: kev-4b}\n"
            .formatted(model.getAddress().getPort()));
    try (WorkerProcess worker = WorkerProcess.start(dataHome, WorkerProcess.environment(temp));
        WorkerClient one = worker.client();
        WorkerClient two = worker.client()) {
      Caller caller = new Caller(WorkerProcess.transport(one), "session-1");
      String ticket = caller.open(ONE, Caller.FREE);
      JsonObject offer = caller.ask("assess", Caller.ticket(ticket));
      assertThat(offer.string("to").orElseThrow()).endsWith("/v1/systemone");
      CompletableFuture<JsonObject> assessed =
          CompletableFuture.supplyAsync(
              () ->
                  caller.ask(
                      "assess",
                      Caller.ticket(ticket).with("plan", offer.get("plan").orElseThrow())));
      assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();

      Caller other = new Caller(WorkerProcess.transport(two), "session-1");
      assertThat(other.ledger().array("decisions").orElseThrow()).isEmpty();

      mayAnswer.countDown();
      assertThat(assessed.get(1, TimeUnit.MINUTES).integer("added")).hasValue(1);
      assertThat(other.ledger().array("decisions").orElseThrow()).hasSize(1);
      assertThat(worker.log()).doesNotContain("setting").doesNotContain("config/app.yaml");
    }
  }
}
