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

  private static void assertKind(Json list, ReceiptException.Kind kind) {
    assertThatThrownBy(() -> ReceiptCodec.read(list))
        .isInstanceOfSatisfying(ReceiptException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
