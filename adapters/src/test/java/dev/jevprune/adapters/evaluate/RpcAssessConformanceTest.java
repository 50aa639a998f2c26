package dev.jevprune.adapters.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.evaluate.VerdictMemory;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.KitReceipts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The assessments among the kit's whole worker requests; none of them reaches a service. */
class RpcAssessConformanceTest {

  @TempDir Path data;

  @TestFactory
  Stream<DynamicTest> assesses() {
    return Vectors.of("rpc.jsonl", "rpc").stream()
        .filter(vector -> vector.name().startsWith("rpc/assess-"))
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.name(),
                    () ->
                        assertThat(CanonicalJson.write(answer(vector.input())))
                            .isEqualTo(vector.expected().string("stdout").orElseThrow())));
  }

  private JsonObject answer(JsonObject input) throws JsonException {
    Map<String, String> variables = new HashMap<>();
    input
        .object("env")
        .orElse(JsonObject.EMPTY)
        .members()
        .forEach((name, value) -> variables.put(name, ((JsonString) value).value()));
    JsonObject request = (JsonObject) StrictJson.parse(input.string("stdin").orElseThrow());
    try {
      return JsonObject.builder().put("ok", true).put("result", result(request, variables)).build();
    } catch (EvaluatorException e) {
      return JsonObject.builder().put("ok", false).put("error", e.kind().code()).build();
    } catch (ReceiptException e) {
      return JsonObject.builder().put("ok", false).put("error", e.kind().code()).build();
    }
  }

  private JsonObject result(JsonObject request, Map<String, String> variables)
      throws EvaluatorException, ReceiptException, JsonException {
    Format format = request.string("format").flatMap(Format::parse).orElseThrow();
    SessionId session = request.string("session").flatMap(SessionId::parse).orElseThrow();
    JsonArray messages = request.array("messages").orElseThrow();
    Snapshot snapshot = Snapshot.of(format, session, messages);
    AssessmentPlan plan =
        AssessmentPlan.of(
            snapshot,
            ReceiptCodec.read(request.get("receipts").orElse(JsonArray.EMPTY)),
            SelectionPolicy.STANDARD,
            NewEditFloor.NONE,
            Rules.TYPESAFE,
            VerdictMemory.NONE);
    TypesafeEvaluator evaluator =
        new TypesafeEvaluator(
            EvaluatorSettings.load(data, data, variables),
            Rules.TYPESAFE,
            key -> {
              throw new AssertionError("A vector would reach the service.");
            });
    Assessed assessed = Evaluation.run(plan, evaluator);
    Projection projection = Projection.of(snapshot, assessed.receipts());
    return JsonObject.builder()
        .put("revision", Snapshot.revision(format, session, messages).hex())
        .put("receipts", KitReceipts.of(assessed.receipts()))
        .put("considered", plan.asked().size())
        .put("added", assessed.added())
        .put("model", plan.rules().model())
        .put("compaction_performed", false)
        .put(
            "projection",
            JsonObject.builder()
                .put("applied", projection.applied())
                .put("inactive", projection.inactive())
                .put("invalid", projection.invalid())
                .put("body_bytes_removed", projection.bytesRemoved())
                .build())
        .build();
  }
}
