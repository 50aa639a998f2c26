package dev.jevprune.core.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.receipt.Evaluator;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluatorReplyTest {

  private static EvaluatorReply parse(String text, String... questions) throws ReplyException {
    return EvaluatorReply.parse(
        text.getBytes(StandardCharsets.UTF_8), Set.of(questions), Evaluator.KIT_MODEL);
  }

  @Test
  @Tag("W33")
  void oneBadAnswerLeavesTheOthersUsable() throws Exception {
    EvaluatorReply reply =
        parse(
            "{\"model\":\"jev-1.13.0\",\"answers\":{\"a\":{\"type\":\"noul\",\"noul\":null},"
                + "\"b\":{\"type\":\"noul\",\"noul\":0.25}}}",
            "a",
            "b");
    assertThat(reply.answers())
        .containsEntry("a", new Answer.Unusable(Answer.Fault.PROBABILITY))
        .containsEntry("b", new Answer.Noul(0.25));
  }

  @Test
  void aMillionDigitsAreRefusedAndNotComputed() {
    String digits = "9".repeat(20_000);
    assertThatThrownBy(
            () ->
                parse(
                    "{\"model\":\"jev-1.13.0\",\"answers\":{\"q\":{\"type\":\"noul\",\"noul\":"
                        + digits
                        + "}}}",
                    "q"))
        .isInstanceOfSatisfying(
            ReplyException.class, e -> assertThat(e.kind()).isEqualTo(ReplyException.Kind.JSON));
  }

  @Test
  void aReplyOfOneByteTooManyIsRefused() {
    String start = "{\"model\":\"jev-1.13.0\",\"answers\":{},\"x\":\"";
    String whole = start + "y".repeat(EvaluatorReply.MAX_BYTES - start.length() - 2) + "\"}";
    assertThatThrownBy(() -> parse(whole + " ")).isInstanceOf(ReplyException.class);
  }

  @Test
  void aReplyAtTheBoundIsRead() throws Exception {
    String start = "{\"model\":\"jev-1.13.0\",\"answers\":{},\"x\":\"";
    String whole = start + "y".repeat(EvaluatorReply.MAX_BYTES - start.length() - 2) + "\"}";
    assertThat(parse(whole).answers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nul", "[1,2", "{\"a\":1,\"a\":2}", "\"\ud800", "{} {}"})
  void whatIsNoJsonSaysNothingOfItself(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(ReplyException.class)
        .hasMessage("The evaluator's reply is not valid JSON. Nothing was approved.");
  }
}
