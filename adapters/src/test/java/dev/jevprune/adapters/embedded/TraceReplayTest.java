package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.files.HostConversation;
import dev.jevprune.adapters.files.HostFileException;
import dev.jevprune.adapters.files.HostFiles;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real sessions in a simulated Pi: what {@code /prune} lists is what the next request lacks. */
class TraceReplayTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "pi/before-compaction.jsonl",
    "claude-code/8c816805-24e2-4871-ac94-e97ce23993c1.jsonl",
    "claude-code/2026-01-12-e7eb742c-bdac-4824-afdb-20b63ca6b6dd.jsonl",
    "claude-code/fdd24234-3c2a-4958-91ed-59c63b12ba1e.jsonl",
  })
  void theNextRequestIsSmallerByExactlyWhatWasListed(String name)
      throws IOException, HostFileException, JsonException {
    Path file =
        Path.of(System.getProperty("conformance.dir", "no-conformance-folder"))
            .resolveSibling("traces")
            .resolve(name);
    Assumptions.assumeTrue(Files.isRegularFile(file), "Not here: " + file);
    boolean pi = name.startsWith("pi/");
    HostConversation conversation =
        HostFiles.read(pi ? HostKind.PI : HostKind.CLAUDE_CODE, Files.readAllBytes(file));
    O200kCounter tokens = new O200kCounter();
    tokens.prepare();
    assertThat(tokens.ready(Duration.ofMinutes(2))).isTrue();
    RequestHandler handler =
        new RequestHandler(
            folder.resolve("data"),
            Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC),
            tokens,
            "0.1.0");
    try (Bench bench =
        Bench.load(folder, PiSettings.standard("s-1"), new WorkerTransport(handler))) {
      bench.pi.start("startup");
      bench.pi.append(JsonText.write(asPi(conversation.messages())));
      String listed = said(bench, "/prune");
      long promised = TextBytes.numberIn("All classes: Together ([0-9,]+) bytes", listed);
      long before = TextBytes.ofResults(bench.outgoing());
      String approved = said(bench, "/prune approve all");
      long saved = before - TextBytes.ofResults(bench.outgoing());
      System.out.println(
          name
              + ": "
              + approved.lines().findFirst().orElse("")
              + " Of "
              + before
              + " bytes of results "
              + saved
              + " are left out.");
      assertThat(saved).isEqualTo(promised).isPositive();
      said(bench, "/prune undo all");
      assertThat(TextBytes.ofResults(bench.outgoing())).isEqualTo(before);
    }
  }

  private static String said(Bench bench, String line) {
    int before = bench.pi.notices().size();
    bench.pi.command(line).value();
    StringBuilder said = new StringBuilder();
    bench.pi.notices().stream().skip(before).forEach(n -> said.append(n.message()).append('\n'));
    return said.toString();
  }

  /** Claude Code's names of the same tools and arguments, and a new turn at the end. */
  private static JsonArray asPi(JsonArray messages) {
    List<Json> list = new ArrayList<>();
    for (Json element : messages) {
      JsonObject message = (JsonObject) element;
      Optional<JsonArray> content = message.array("content");
      boolean assistant = message.string("role").filter("assistant"::equals).isPresent();
      list.add(
          assistant && content.isPresent()
              ? message.with(
                  "content",
                  new JsonArray(
                      content.get().elements().stream().map(TraceReplayTest::asPi).toList()))
              : message);
    }
    list.add(
        JsonObject.builder()
            .put("role", "user")
            .put("content", "Go on.")
            .put("timestamp", 1)
            .build());
    return new JsonArray(list);
  }

  private static Json asPi(Json block) {
    if (!(block instanceof JsonObject call) || call.object("arguments").isEmpty()) {
      return block;
    }
    JsonObject arguments = call.object("arguments").get();
    Optional<String> path = arguments.string("file_path");
    String name = call.string("name").orElse("");
    String own =
        switch (name) {
          case "Edit", "MultiEdit" -> "edit";
          case "Write" -> "write";
          case "Bash" -> "bash";
          default -> name;
        };
    return call.with("name", new JsonString(own))
        .with(
            "arguments",
            path.isPresent() ? arguments.with("path", new JsonString(path.get())) : arguments);
  }
}
