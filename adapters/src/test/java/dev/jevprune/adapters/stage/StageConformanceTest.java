package dev.jevprune.adapters.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jevprune.adapters.stage.StageRefusal.Kind;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Format;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Whole runs of our stage, held against the older kit's vectors. Failures match by kind; in notes
 * the wording is each kit's own, what is counted is not.
 */
class StageConformanceTest {

  private static final Map<String, Kind> KINDS =
      Map.of(
          "bus-json", Kind.JSON,
          "bus-number", Kind.JSON,
          "stage-schema", Kind.SCHEMA,
          "stage-op", Kind.OP,
          "stage-messages", Kind.MESSAGES);

  private static final int LAST_ROW = 44;

  @Tag("W3")
  @Tag("W21")
  @Tag("W25")
  @TestFactory
  Stream<DynamicTest> answersAsTheKitDoes() throws Exception {
    Path path =
        Path.of(System.getProperty("conformance.dir", "../testdata/conformance"))
            .resolve("bus_stage.jsonl");
    assumeTrue(Files.isRegularFile(path), () -> "no conformance vectors at " + path);
    Map<String, JsonObject> differences = differences();
    return Files.readAllLines(path).stream()
        .map(StageConformanceTest::parse)
        .map(
            vector -> {
              String name = vector.string("name").orElseThrow();
              return DynamicTest.dynamicTest(name, () -> check(vector, differences.get(name)));
            });
  }

  private static void check(JsonObject vector, @Nullable JsonObject difference) throws Exception {
    JsonObject input = vector.object("input").orElseThrow();
    JsonObject expected = vector.object("expected").orElseThrow();
    assertThat(expected.integer("exit_code")).hasValue(0);
    JsonObject kit = wordless(parse(expected.string("stdout").orElseThrow()));
    JsonObject ours = wordless(answer(input));
    if (input.has("omit_flags")) {
      // The kit looks at the request first, we at the command line.
      assertThat(ours.bool("ok")).contains(false);
      assertThat(kit.bool("ok")).contains(false);
      return;
    }
    if (difference == null) {
      assertThat(ours).isEqualTo(kit);
      return;
    }
    JsonObject listed = difference.object("expected").orElseThrow();
    JsonObject wanted =
        listed.string("messages").filter("unchanged"::equals).isPresent()
            ? listed.with(
                "messages",
                parse(input.string("stdin").orElseThrow()).get("messages").orElseThrow())
            : listed;
    assertThat(wanted).as("a difference that is none").isNotEqualTo(kit);
    assertThat(ours).isEqualTo(wanted);
  }

  private static JsonObject answer(JsonObject input) throws Exception {
    byte[] stdin = input.string("stdin").orElseThrow().getBytes(StandardCharsets.UTF_8);
    if (input.has("omit_flags")) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      String[] without = {"--data-home", "/nowhere", "--host", "pi"};
      StageMain.run(without, new ByteArrayInputStream(stdin), out, Clock.systemUTC());
      JsonObject reply = parse(out.toString(StandardCharsets.UTF_8));
      return reply.with("error", Json.of("usage"));
    }
    Format format = Format.parse(input.string("format").orElseThrow()).orElseThrow();
    String holder = input.string("receipts_session").orElseThrow();
    StageAnswer answer =
        new StageAnswer(
            format, session -> session.value().equals(holder) ? receipts(input) : List.of(), "");
    try {
      JsonObject reply = answer.to(stdin);
      return parse(JsonText.write(reply));
    } catch (StageRefusal e) {
      return JsonObject.builder().put("ok", false).put("error", e.kind().name()).build();
    }
  }

  private static List<Receipt> receipts(JsonObject input) throws IOException {
    Json stored = input.get("receipts").orElse(JsonNull.NULL);
    try {
      return stored instanceof JsonArray list ? ReceiptCodec.read(list) : List.of();
    } catch (ReceiptException e) {
      throw new IOException(e);
    }
  }

  private static JsonObject wordless(JsonObject reply) {
    if (reply.bool("ok").orElse(false)) {
      JsonArray notes = reply.array("notes").orElseThrow();
      return reply.with(
          "notes",
          new JsonArray(
              notes.elements().stream()
                  .<Json>map(note -> wordlessNote((JsonObject) note))
                  .toList()));
    }
    String error = reply.string("error").orElse("");
    Kind kind = KINDS.get(error);
    return JsonObject.builder()
        .put("ok", false)
        .put("error", kind != null ? kind.name() : error.equals("internal") ? "usage" : error)
        .build();
  }

  private static JsonObject wordlessNote(JsonObject note) {
    Map<String, Json> kept = new HashMap<>(note.members());
    kept.remove("detail");
    if (!note.string("action").orElse("").equals("passthrough")) {
      kept.remove("action");
    }
    return new JsonObject(kept);
  }

  private static Map<String, JsonObject> differences() throws IOException {
    Map<String, JsonObject> entries = new HashMap<>();
    try (InputStream in =
        StageConformanceTest.class.getResourceAsStream("bus_stage-differences.jsonl")) {
      if (in == null) {
        throw new AssertionError("bus_stage-differences.jsonl is missing");
      }
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        JsonObject entry = parse(line);
        String vector = entry.string("vector").orElseThrow();
        assertThat(entry.integer("row").orElse(0)).as("row of " + vector).isBetween(1, LAST_ROW);
        assertThat(entries.put(vector, entry)).as(vector).isNull();
      }
    }
    return entries;
  }

  private static JsonObject parse(String text) {
    try {
      return (JsonObject) StrictJson.parse(text);
    } catch (JsonException e) {
      throw new AssertionError("A vector cannot be read.", e);
    }
  }
}
