package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.evaluate.EvaluatorSettings;
import dev.jevprune.adapters.evaluate.Transport;
import dev.jevprune.adapters.evaluate.TypesafeEvaluator;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /prune assess} as a user types it, up to the transport. */
class PruneAssessTest {
  private static final String KEY = "sk-sentinel-42";

  @TempDir Path folder;
  private Bench bench;
  private final List<String> sent = new ArrayList<>();
  private final List<String> frames = new ArrayList<>();

  @BeforeEach
  void open() {
    open(PiSettings.standard("s-1"));
  }

  private void open(PiSettings pi) {
    HostSettings settings =
        HostSettings.in(folder)
            .with(
                Map.of(
                    "JEV_PRUNE_ALLOW_REMOTE", "1",
                    "HTTPS_PROXY", "http://proxy:3128",
                    "TYPESAFE_API_KEY", KEY));
    Path data = settings.folder().resolve("data");
    RequestHandler handler =
        new RequestHandler(
            data,
            Clock.systemUTC(),
            TokenCounter.none(),
            "0.1.0",
            variables ->
                new TypesafeEvaluator(
                    EvaluatorSettings.load(data, data, variables), Rules.TYPESAFE, key -> wire()));
    dev.jevprune.adapters.embedded.Transport worker = new WorkerTransport(handler);
    bench =
        Bench.load(
            settings,
            pi,
            (request, answer) -> {
              frames.add(String.valueOf(request));
              worker.call(request, answer);
            });
    bench.pi.start("startup");
    bench.pi.append(Chats.onePair().json());
  }

  private Transport wire() {
    return body -> {
      sent.add(new String(body, StandardCharsets.UTF_8));
      try {
        JsonObject asked = (JsonObject) StrictJson.parse(body);
        JsonObject.Builder answers = JsonObject.builder();
        for (String key : asked.object("questions").orElseThrow().members().keySet()) {
          Json yes = Json.of(key.endsWith("coverage") ? 1 : 0);
          answers.put(key, JsonObject.builder().put("type", "noul").put("noul", yes).build());
        }
        return JsonText.write(
                JsonObject.builder()
                    .put("model", "jev-1.13.0")
                    .put("answers", answers.build())
                    .build())
            .getBytes(StandardCharsets.UTF_8);
      } catch (JsonException e) {
        throw new AssertionError(e);
      }
    };
  }

  private void putKey() throws IOException {
    Path data = folder.toRealPath().resolve("data");
    Files.createDirectories(data);
    Files.writeString(data.resolve(".env"), "TYPESAFE_API_KEY=" + KEY + "\n");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void run(String line) {
    assertThat(bench.pi.command(line).settled()).isTrue();
  }

  private boolean pruned() {
    return bench.outgoing().contains(LedgerFile.marker("a2"));
  }

  @Test
  void asksTheUserThenTheModelThenLeavesTheBodyOut() throws Exception {
    putKey();
    bench.pi.answer(true);
    run("/prune assess");
    assertThat(bench.pi.asked()).hasSize(1);
    assertThat(bench.pi.asked().toString())
        .contains(
            "api.typesafe.ai",
            Chats.PATH,
            String.format(Locale.ROOT, "%,d bytes", Utf8.length(sent.get(0))));
    assertThat(sent).hasSize(1);
    assertThat(bench.saidLast()).contains("Approved 1 of 1 pair");
    assertThat(pruned()).isTrue();
  }

  @Test
  void sendsNothingAfterANo() throws Exception {
    putKey();
    bench.pi.answer(false);
    run("/prune assess");
    assertThat(sent).isEmpty();
    assertThat(bench.saidLast()).contains("nothing was sent");
    assertThat(pruned()).isFalse();
  }

  @Test
  void theKeyOfTheHostStaysInTheHostAndTheTextSaysWhereItMustBe() {
    bench.pi.answer(true);
    run("/prune assess");
    assertThat(sent).isEmpty();
    assertThat(bench.pi.asked()).isEmpty();
    assertThat(bench.saidLast())
        .contains("TYPESAFE_API_KEY=<your key>", ".env", "not handed to another process");
    assertThat(frames.toString()).contains("http://proxy:3128").doesNotContain(KEY);
  }

  @Test
  void withoutAUserInterfaceItTellsAndWaitsForTheWord() throws Exception {
    bench.close();
    open(PiSettings.standard("s-1").with(PiSettings.Mode.PRINT));
    putKey();
    run("/prune assess");
    assertThat(sent).isEmpty();
    assertThat(String.join("\n", bench.host.printed())).contains("/prune assess send");
    run("/prune assess send");
    assertThat(sent).hasSize(1);
    assertThat(pruned()).isTrue();
  }

  @Test
  void refusesInTheMiddleOfATurn() throws Exception {
    putKey();
    bench.pi.beginTurn();
    run("/prune assess");
    assertThat(bench.saidLast()).contains("turn is running");
    assertThat(sent).isEmpty();
  }
}
