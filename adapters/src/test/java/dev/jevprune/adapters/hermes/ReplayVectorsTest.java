package dev.jevprune.adapters.hermes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.store.AgedReads;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.projection.AgedProjection;
import dev.jevprune.core.projection.AgedRead;
import dev.jevprune.core.projection.Outcome;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.snapshot.AnsweredCall;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.HermesForm;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The vectors of {@code testdata/replay}: core answers what the shims answer, in every form. */
class ReplayVectorsTest {
  private static final SessionId SESSION = new SessionId("vectors");
  private static final List<String> SOURCE = List.of("source");

  private static Path folder() {
    return Path.of(System.getProperty("project.root"), "testdata/replay");
  }

  static List<Path> vectors() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  @Test
  void theVectorsAreThere() throws Exception {
    assertThat(vectors()).hasSizeGreaterThan(70);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void projectionGivesTheOutcomesOfTheShims(Path file) throws Exception {
    JsonObject vector = (JsonObject) ConversationJson.parse(Files.readAllBytes(file));
    JsonObject expected = vector.object("expected").orElseThrow();
    List<String> outcomes =
        expected.array("outcomes").orElseThrow().elements().stream()
            .map(outcome -> ((JsonString) outcome).value())
            .toList();
    long bytes =
        ((JsonNumber) expected.get("bytesRemoved").orElseThrow()).longValue().orElseThrow();
    JsonObject messages = vector.object("messages").orElseThrow();
    JsonObject decidedOn = vector.object("decidedOn").orElseThrow();
    assertThat(messages.members()).hasSize(1 + HermesForm.values().length);
    List<JsonObject> decisions =
        vector.array("decisions").orElseThrow().elements().stream()
            .map(decision -> (JsonObject) decision)
            .toList();
    for (String form : messages.members().keySet()) {
      Snapshot decided = snapshot(form, decidedOn.array(form).orElseThrow());
      for (JsonObject decision : decisions) {
        assertPrints(decided, decision);
      }
      Snapshot list = snapshot(form, messages.array(form).orElseThrow());
      Projection repeats = Projection.of(list, receipts(decided, decisions));
      AgedProjection aged =
          AgedProjection.of(
              list,
              decisions.stream()
                  .filter(d -> AgedReads.isAged(d) && !isHeld(d))
                  .map(AgedReads::of)
                  .toList());
      Iterator<Outcome> ofRepeats = repeats.outcomes().iterator();
      Iterator<AgedProjection.Outcome> ofAged = aged.outcomes().iterator();
      assertThat(
              decisions.stream()
                  .map(
                      d ->
                          isHeld(d)
                              ? "held"
                              : AgedReads.isAged(d)
                                  ? ofAged.next().name().toLowerCase(Locale.ROOT)
                                  : name(ofRepeats.next())))
          .as("%s in %s", vector.string("name").orElseThrow(), form)
          .containsExactlyElementsOf(outcomes);
      assertThat(repeats.bytesRemoved() + aged.bytesRemoved()).isEqualTo(bytes);
    }
  }

  private static boolean isHeld(JsonObject decision) {
    return decision.get("held").filter(JsonBool.TRUE::equals).isPresent();
  }

  private static List<Receipt> receipts(Snapshot decided, List<JsonObject> decisions) {
    return decisions.stream()
        .filter(d -> !AgedReads.isAged(d) && !isHeld(d))
        .map(
            d ->
                Receipt.of(
                    decided,
                    item(decided, d, "source"),
                    item(decided, d, "witness"),
                    Evaluator.OPERATOR))
        .toList();
  }

  /** The fingerprints on the ledger are those of core's items. */
  private static void assertPrints(Snapshot snapshot, JsonObject decision) throws Exception {
    for (String side : AgedReads.isAged(decision) ? SOURCE : List.of("source", "witness")) {
      Item item = item(snapshot, decision, side);
      JsonObject print = decision.object(side).orElseThrow();
      assertThat(print.string("text"))
          .isEqualTo(Digest.ofUtf8(item.texts().get(0)).map(Digest::hex));
      assertThat(print.string("args"))
          .isEqualTo(Digest.ofUtf8(JsonText.writeAsScript(item.arguments())).map(Digest::hex));
      assertThat(print.string("shape")).contains(item.shape().wireName());
    }
    if (AgedReads.isAged(decision)) {
      AgedRead.Cause cause = AgedReads.of(decision).cause();
      AnsweredCall later = snapshot.answered(cause.id()).orElseThrow();
      assertThat(later.tool()).isEqualTo(cause.tool());
      assertThat(Digest.ofUtf8(JsonText.writeAsScript(later.arguments()))).contains(cause.args());
    }
  }

  private static Item item(Snapshot snapshot, JsonObject decision, String side) {
    String id = decision.object(side).flatMap(print -> print.string("id")).orElseThrow();
    return snapshot.item(new CallId(id)).orElseThrow();
  }

  private static Snapshot snapshot(String form, JsonArray list) {
    return form.equals("pi")
        ? Snapshot.of(Format.PI, SESSION, list)
        : Snapshot.of(Format.OPENAI, SESSION, HermesForm.parse(form).orElseThrow().chat(list));
  }

  private static String name(Outcome outcome) {
    return outcome instanceof Outcome.Applied
        ? "applied"
        : outcome instanceof Outcome.Inactive ? "inactive" : "invalid";
  }
}
