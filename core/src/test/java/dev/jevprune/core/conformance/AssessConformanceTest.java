package dev.jevprune.core.conformance;

import dev.jevprune.core.evaluate.EvaluatorRequest;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Scripted evaluators: which answers approve a pair, and what becomes of unusable ones. */
class AssessConformanceTest {

  @TestFactory
  Stream<DynamicTest> assesses() {
    return VectorFolder.tests("assess.jsonl", AssessConformanceTest::answer);
  }

  private static Json answer(Vector vector) {
    Optional<String> reply = vector.input().string("answers_json");
    Function<EvaluatorRequest, String> evaluator =
        reply.isPresent()
            ? request -> reply.get()
            : Assessing.scripted(vector.input().object("script").orElseThrow());
    return Request.of(vector).assess(evaluator);
  }

  /** The kit's assessment says yes to everything there is. */
  static JsonObject yes() {
    return JsonObject.builder().put("coverage", 1).put("unique", 0).put("unresolved", 0).build();
  }
}
