package dev.jevprune.adapters.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What we make of the older kit's receipt files. We read them and never write one: what a step
 * saved is put here as the kit wrote it, while our own store has to accept or refuse the same save.
 */
class ReceiptFileConformanceTest {

  @TempDir private Path data;

  @TestFactory
  Stream<DynamicTest> readsWhatTheKitReadsOrAsTheDifferenceListSays()
      throws IOException, JsonException {
    Differences differences = Differences.read("receipt_file-differences.jsonl");
    Stream<DynamicTest> cases =
        Shared.vectors("receipt_file.jsonl").stream()
            .map(
                vector -> DynamicTest.dynamicTest(vector.name(), () -> check(vector, differences)));
    return Stream.concat(
        cases, Stream.of(DynamicTest.dynamicTest("differences", differences::assertAllUsed)));
  }

  private void check(Shared.Vector vector, Differences differences)
      throws JsonException, IOException {
    JsonArray expected = differences.expected(vector).array("steps").orElseThrow();
    JsonArray kit = vector.expected().array("steps").orElseThrow();
    JsonArray steps = vector.input().array("steps").orElseThrow();
    String profile = vector.input().string("profile").orElseThrow();
    Map<String, byte[]> folder = new HashMap<>();
    OwnStore store = new OwnStore(data.resolve(vector.name().replace('/', '-')));
    for (int i = 0; i < steps.size(); i++) {
      JsonObject step = (JsonObject) steps.get(i);
      String session = step.string("session").orElse("");
      switch (step.string("do").orElseThrow()) {
        case "name" -> assertSame(name(profile, session), expected.get(i));
        case "put" -> folder.put(session, bytes(step));
        case "save" -> {
          assertThat(store.save(step)).isEqualTo(!((JsonObject) expected.get(i)).has("error"));
          ((JsonObject) kit.get(i))
              .string("file_text")
              .ifPresent(text -> folder.put(session, text.getBytes(StandardCharsets.UTF_8)));
        }
        case "load" -> {
          step.string("as").ifPresent(name -> store.remember(name, session));
          assertSame(
              load(profile, session, Optional.ofNullable(folder.get(session))), expected.get(i));
        }
        case "lock" -> store.leaveLock(((JsonObject) kit.get(i)).string("lock").orElseThrow());
        case "list" -> {}
        default -> throw new AssertionError("A step this test does not know: " + step);
      }
    }
  }

  private static void assertSame(JsonObject ours, Json expected) throws JsonException {
    if (((JsonObject) expected).string("error").filter("internal"::equals).isPresent()) {
      assertThat(ours.string("error")).isPresent();
      return;
    }
    assertThat(CanonicalJson.write(ours)).isEqualTo(CanonicalJson.write(expected));
  }

  private static byte[] bytes(JsonObject step) {
    return step.string("base64")
        .map(Base64.getDecoder()::decode)
        .orElseGet(() -> step.string("text").orElseThrow().getBytes(StandardCharsets.UTF_8));
  }

  private static JsonObject name(String profile, String session) {
    return KitReceipts.fileName(profile, session)
        .map(name -> JsonObject.builder().put("file", name).build())
        .orElseGet(() -> JsonObject.builder().put("error", "session").build());
  }

  private static JsonObject load(String profile, String session, Optional<byte[]> file) {
    if (file.isEmpty()) {
      return JsonObject.builder().put("receipts", JsonArray.EMPTY).put("absent", true).build();
    }
    try {
      List<Receipt> receipts =
          KitReceipts.read(file.get(), profile, SessionId.parse(session).orElseThrow());
      return JsonObject.builder().put("receipts", asKit(receipts)).put("absent", false).build();
    } catch (HostFileException e) {
      return JsonObject.builder().put("error", e.code()).build();
    }
  }

  /** As the kit spells them, so that the vectors can be compared. */
  private static JsonArray asKit(List<Receipt> receipts) {
    List<Json> list = new ArrayList<>();
    for (Json element : ReceiptCodec.write(receipts)) {
      JsonObject ours = (JsonObject) element;
      JsonObject.Builder kit =
          JsonObject.builder()
              .put("model", ours.object("evaluator").flatMap(e -> e.string("model")).orElseThrow());
      ours.members()
          .forEach(
              (name, value) -> {
                if (!name.equals("evaluator")) {
                  kit.put(name, value);
                }
              });
      list.add(kit.build());
    }
    return new JsonArray(list);
  }
}
