package dev.jevprune.core.conformance;

import dev.jevprune.core.evaluate.Answer;
import dev.jevprune.core.evaluate.EvaluatorReply;
import dev.jevprune.core.evaluate.ReplyException;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.receipt.Evaluator;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The checks of a reply. Where the kit drops the whole reply for one answer, we drop the answer.
 */
@Tag("W33")
class AnswersConformanceTest {

  @TestFactory
  Stream<DynamicTest> checksTheAnswers() {
    return VectorFolder.tests("validate_answers.jsonl", AnswersConformanceTest::answer);
  }

  private static Json answer(Vector vector) {
    Set<String> questions = new HashSet<>();
    for (Json key : vector.input().array("questions").orElseThrow()) {
      questions.add(((JsonString) key).value());
    }
    byte[] reply =
        vector.input().string("response_json").orElseThrow().getBytes(StandardCharsets.UTF_8);
    try {
      JsonObject.Builder values = JsonObject.builder();
      JsonObject.Builder refused = JsonObject.builder();
      for (Map.Entry<String, Answer> answer :
          EvaluatorReply.parse(reply, questions, Evaluator.KIT_MODEL).answers().entrySet()) {
        if (answer.getValue() instanceof Answer.Noul noul) {
          values.put(answer.getKey(), JsonNumber.of(noul.value()));
        } else if (answer.getValue() instanceof Answer.Unusable unusable) {
          refused.put(answer.getKey(), unusable.fault().code());
        }
      }
      JsonObject.Builder answer = JsonObject.builder().put("values", values.build());
      if (!refused.build().members().isEmpty()) {
        answer.put("refused", refused.build());
      }
      return answer.build();
    } catch (ReplyException e) {
      return Request.error(e.kind().code());
    }
  }
}
