package dev.jevprune.core.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptCodecTest {

  private static final String KIT =
      """
      {"policy": "exact-read-repeat-v1", "model": "jev-1.13.0", "session": "s", "format": "pi",
       "source": {"id": "a", "hash": "%1$s", "request": "%1$s"},
       "witness": {"id": "b", "hash": "%1$s", "request": "%1$s"}}
      """
          .formatted("0".repeat(64));

  private static JsonObject kit() throws JsonException {
    return (JsonObject) StrictJson.parse(KIT);
  }

  @Test
  void aKitReceiptIsReadAndWrittenInOurSchema() throws Exception {
    var receipts = ReceiptCodec.read(JsonArray.of(kit()));
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).evaluator()).isEqualTo(Evaluator.KIT);
    JsonObject written = (JsonObject) ReceiptCodec.write(receipts).get(0);
    assertThat(written.members().keySet())
        .containsExactly("policy", "evaluator", "session", "format", "source", "witness");
    assertThat(written.has("model")).isFalse();
    assertThat(ReceiptCodec.read(JsonArray.of(written))).isEqualTo(receipts);
  }

  @Test
  void anOperatorNamesNoModel() throws Exception {
    JsonObject evaluator = JsonObject.builder().put("kind", "operator").put("version", "1").build();
    var members = new java.util.LinkedHashMap<>(kit().members());
    members.remove("model");
    members.put("evaluator", evaluator);
    var receipts = ReceiptCodec.read(JsonArray.of(new JsonObject(members)));
    assertThat(receipts.get(0).evaluator()).isEqualTo(Evaluator.OPERATOR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{}",
        "{\"kind\":\"oracle\",\"version\":\"1\"}",
        "{\"kind\":\"operator\"}",
        "{\"kind\":\"operator\",\"version\":\"1\",\"model\":null}",
        "{\"kind\":\"operator\",\"version\":\"1\",\"extra\":1}"
      })
  void anUnknownEvaluatorIsRefused(String evaluator) throws Exception {
    var members = new java.util.LinkedHashMap<>(kit().members());
    members.remove("model");
    members.put("evaluator", StrictJson.parse(evaluator));
    assertKind(JsonArray.of(new JsonObject(members)), ReceiptException.Kind.RECEIPT);
  }

  @Test
  void oneBadReceiptSpoilsTheList() throws Exception {
    JsonObject bad = kit().with("policy", Json.of("other"));
    assertKind(JsonArray.of(kit(), bad), ReceiptException.Kind.RECEIPT);
  }

  @Test
  void aListHasAtMost128AndKeepsItsRules() throws Exception {
    var list = new java.util.ArrayList<Json>();
    for (int i = 0; i < 128; i++) {
      list.add(kit().with("source", proof("s" + i)).with("witness", proof("w" + i)));
    }
    var receipts = ReceiptCodec.read(new JsonArray(list));
    assertThat(receipts).hasSize(128);
    ReceiptCodec.check(receipts);
    list.add(kit().with("source", proof("s128")));
    assertKind(new JsonArray(list), ReceiptException.Kind.RECEIPTS);
    var tooMany = new java.util.ArrayList<>(receipts);
    tooMany.add(receipts.get(0));
    assertThatThrownBy(() -> ReceiptCodec.check(tooMany))
        .isInstanceOfSatisfying(
            ReceiptException.class,
            e -> assertThat(e.kind()).isEqualTo(ReceiptException.Kind.RECEIPTS));
  }

  @Test
  void aDependencyIsFoundWhileReadingAndItsPlaceNamed() throws Exception {
    JsonObject ab = kit().with("source", proof("a")).with("witness", proof("b"));
    JsonObject cb = kit().with("source", proof("c")).with("witness", proof("b"));
    assertThat(ReceiptCodec.read(JsonArray.of(ab, cb))).hasSize(2);
    for (String[] pair : new String[][] {{"a", "d"}, {"b", "d"}, {"d", "a"}, {"d", "d"}}) {
      JsonObject bad = kit().with("source", proof(pair[0])).with("witness", proof(pair[1]));
      assertKind(JsonArray.of(ab, cb, bad), ReceiptException.Kind.DEPENDENCY);
      assertThatThrownBy(() -> ReceiptCodec.read(JsonArray.of(ab, cb, bad)))
          .hasMessageContaining("receipt 3 of");
    }
  }

  @Test
  void aSessionThatCannotBeIsToldAfterTheRest() throws Exception {
    JsonObject nowhere = kit().with("session", Json.of(""));
    assertKind(JsonArray.of(nowhere), ReceiptException.Kind.FOREIGN);
    assertKind(JsonArray.of(kit().with("format", Json.of("x"))), ReceiptException.Kind.FOREIGN);
    assertKind(JsonArray.of(nowhere, kit()), ReceiptException.Kind.DEPENDENCY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "hash", "request"})
  void aProofNeedsEveryMember(String member) throws Exception {
    JsonObject whole = proof("a");
    var without = new java.util.LinkedHashMap<>(whole.members());
    without.remove(member);
    for (String side : new String[] {"source", "witness"}) {
      assertKind(
          JsonArray.of(kit().with(side, new JsonObject(without))), ReceiptException.Kind.PROOF);
      assertKind(
          JsonArray.of(kit().with(side, whole.with(member, Json.of(1)))),
          ReceiptException.Kind.PROOF);
      assertKind(
          JsonArray.of(kit().with(side, whole.with(member, Json.of("!")))),
          member.equals("id") ? ReceiptException.Kind.PROOF_ID : ReceiptException.Kind.PROOF_HASH);
    }
  }

  private static JsonObject proof(String id) {
    return JsonObject.builder()
        .put("id", id)
        .put("hash", "0".repeat(64))
        .put("request", "1".repeat(64))
        .build();
  }

  private static void assertKind(Json list, ReceiptException.Kind kind) {
    assertThatThrownBy(() -> ReceiptCodec.read(list))
        .isInstanceOfSatisfying(ReceiptException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
