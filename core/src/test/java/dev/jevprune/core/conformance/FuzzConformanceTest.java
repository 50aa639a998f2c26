package dev.jevprune.core.conformance;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Random conversations through every step that is ours; the evaluator's part is taken as given. */
class FuzzConformanceTest {

  @TestFactory
  Stream<DynamicTest> goesThroughEveryStep() {
    return VectorFolder.tests("fuzz.jsonl", FuzzConformanceTest::answer);
  }

  private static Json answer(Vector vector) {
    JsonObject expected = (JsonObject) vector.expected();
    Request request = Request.of(vector);
    Json receipts =
        expected
            .object("assess")
            .flatMap(assess -> assess.object("result"))
            .flatMap(result -> result.get("receipts"))
            .orElse(JsonArray.EMPTY);
    JsonObject answer =
        expected.with("snapshot", request.snapshot()).with("candidates", request.candidates());
    boolean projected = expected.object("project_after").orElseThrow().has("projection");
    return projected ? answer.with("project_after", request.projectAfter(receipts)) : answer;
  }
}
