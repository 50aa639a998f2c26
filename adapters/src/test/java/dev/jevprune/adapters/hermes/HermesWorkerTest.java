package dev.jevprune.adapters.hermes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.stage.StageMain;
import dev.jevprune.adapters.tokens.QuarterTokens;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the Python shim says of a list and what the worker makes of it: the same decisions, whatever
 * the form on the wire was, with the fingerprints that the vectors hold.
 */
class HermesWorkerTest {
  private static final String PROFILE = "ab".repeat(32);
  private static final JsonObject MODEL =
      JsonObject.builder()
          .put("api", "chat_completions")
          .put("provider", "custom")
          .put("id", "mock-1")
          .build();

  private static final TokenCounter TOKENS = new QuarterTokens();

  private @TempDir Path temp;

  @Test
  void decidesTheSameInEveryFormAndWritesTheFingerprintsOfTheVectors() throws Exception {
    String printed = new Python(temp).run("print_outlines.py");
    int cases = 0;
    for (String line : printed.lines().toList()) {
      JsonObject row = (JsonObject) StrictJson.parse(line);
      Worker worker = new Worker(temp.resolve("home" + cases++), row);
      JsonArray decisions = row.array("decisions").orElseThrow();
      JsonObject ledger = worker.approveAll();
      assertThat(ledger.string("format")).contains("openai");
      assertThat(prints(ledger.array("decisions").orElseThrow()))
          .as("%s in %s", row.string("name").orElseThrow(), row.string("form").orElseThrow())
          .isEqualTo(prints(decisions));
      assertThat(worker.approveAll()).as("nothing more to approve").isEqualTo(ledger);
    }
    assertThat(cases).isGreaterThan(20);
  }

  @Test
  void keepsABodyThatAStubOfTheHostRefersTo() throws Exception {
    String line = new Python(temp).run("print_outlines.py").lines().findFirst().orElseThrow();
    JsonObject row =
        (JsonObject) StrictJson.parse(line.replace("\"pinned\": false", "\"pinned\": true"));
    Worker worker = new Worker(temp.resolve("home"), row);
    assertThat(worker.approveAll().array("decisions").orElseThrow()).isEmpty();
    assertThat(worker.why()).contains("host_reference");
  }

  @Test
  void aMarkerNamesTheToolOnlyWhereTheModelSeesIt() throws Exception {
    JsonObject row = (JsonObject) StrictJson.parse(new Python(temp).run("print_aged.py"));
    JsonObject outline = row.object("outline").orElseThrow();
    for (boolean expand : new boolean[] {true, false}) {
      Path home = temp.resolve("aged-" + expand);
      Files.createDirectories(home);
      Files.writeString(
          home.resolve("config.yaml"),
          """
          pipeline: [readlifecycle]
          components: {readlifecycle: {cold_cache: true}}
          cache: {ttl_seconds: 60}
          """);
      JsonObject seen = outline.with("expand", Json.of(expand));
      Worker worker = new Worker(home, row.with("outline", seen), TOKENS);
      JsonObject decision = (JsonObject) worker.due().array("decisions").orElseThrow().get(0);
      String marker = decision.string("marker").orElseThrow();
      assertThat(marker).contains("this read of a.ini is left out, the file was modified later");
      assertThat(marker.contains("jev_prune_expand")).isEqualTo(expand);
    }
  }

  @Test
  @Tag("W2")
  void ourStageRunByAnotherCarrierLeavesOutWhatWasApproved() throws Exception {
    Path vectors = Path.of(System.getProperty("project.root"), "testdata", "replay");
    JsonObject vector =
        (JsonObject) StrictJson.parse(Files.readAllBytes(vectors.resolve("01-applies.json")));
    Json chat = vector.object("messages").orElseThrow().get("chat_completions").orElseThrow();
    String name = vector.string("name").orElseThrow();
    Path home = temp.resolve("stage");
    for (String line : new Python(temp).run("print_outlines.py").lines().toList()) {
      JsonObject row = (JsonObject) StrictJson.parse(line);
      if (row.string("name").orElseThrow().equals(name)
          && row.string("form").orElseThrow().equals("chat_completions")) {
        new Worker(home, row).approveAll();
      }
    }
    JsonObject request =
        JsonObject.builder()
            .put("schema", "jev-bus.stage.v1")
            .put("op", "transform")
            .put("session", "s")
            .put("messages", chat)
            .build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StageMain.run(
        new String[] {"--data-home", home.toString(), "--profile", PROFILE, "--host", "hermes"},
        new ByteArrayInputStream(JsonText.write(request).getBytes(StandardCharsets.UTF_8)),
        out,
        Clock.systemUTC());
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"action\":\"repeated reads left out\"")
        .contains("retained witness: call_b");
  }

  private static List<Json> prints(JsonArray decisions) {
    List<Json> prints = new ArrayList<>();
    for (Json element : decisions) {
      JsonObject decision = (JsonObject) element;
      prints.add(decision.get("source").orElseThrow());
      prints.add(decision.get("witness").orElseThrow());
      prints.add(decision.get("marker").orElseThrow());
    }
    return prints;
  }

  /** One session of Hermes at a worker. */
  private static final class Worker {
    private final RequestHandler handler;
    private final JsonObject row;

    Worker(Path home, JsonObject row) {
      this(home, row, TokenCounter.none());
    }

    Worker(Path home, JsonObject row, TokenCounter tokens) {
      this.handler = new RequestHandler(home, Clock.systemUTC(), tokens, "0.1.0");
      this.row = row;
    }

    JsonObject due() {
      JsonObject reply = ask("due", ticket(JsonObject.builder().put("for", "request")));
      return reply.object("ledger").orElseThrow();
    }

    JsonObject approveAll() {
      JsonObject reply = ask("approve", ticket().put("sources", "all"));
      return reply.object("ledger").orElseThrow();
    }

    String why() {
      return ask("preview", ticket().put("detail", "why")).string("text").orElseThrow();
    }

    private JsonObject.Builder ticket() {
      return ticket(JsonObject.builder());
    }

    private JsonObject.Builder ticket(JsonObject.Builder beside) {
      JsonObject opened =
          ask(
              "outline",
              beside.put("model", MODEL).put("outline", row.get("outline").orElseThrow()));
      String ticket = opened.string("ticket").orElseThrow();
      JsonObject taken =
          ask(
              "bodies",
              JsonObject.builder()
                  .put("ticket", ticket)
                  .put("bodies", row.get("bodies").orElseThrow()));
      assertThat(taken.array("missing").orElseThrow()).isEmpty();
      return JsonObject.builder().put("ticket", ticket);
    }

    private JsonObject ask(String op, JsonObject.Builder fields) {
      JsonObject reply =
          handler.handle(
              fields
                  .put("v", 1)
                  .put("id", 1)
                  .put("op", op)
                  .put("host", "hermes")
                  .put("profile", PROFILE)
                  .put("session", "s")
                  .build());
      assertThat(reply.bool("ok")).as(op + ": " + reply).contains(true);
      return reply;
    }
  }
}
