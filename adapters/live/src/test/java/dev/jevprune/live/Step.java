package dev.jevprune.live;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * One scripted answer of the model.
 *
 * @param thinking signed thinking before the text; sent on the Anthropic wire only
 * @param text may be empty when there are calls
 * @param status 200, or the HTTP error to answer with instead
 * @param trouble the text of that error
 * @param tokens what the answer reports as its use of the context
 * @param gate the answer is held back until this latch opens
 */
record Step(
    Optional<Thinking> thinking,
    String text,
    List<Call> calls,
    int status,
    String trouble,
    int tokens,
    Optional<CountDownLatch> gate) {
  private static final String FAILURE = "scripted failure";
  private static final int FEW_TOKENS = 110;

  record Call(String id, String tool, String argumentsJson) {}

  record Thinking(String text, String signature) {}

  static Step say(String text) {
    return new Step(Optional.empty(), text, List.of(), 200, FAILURE, FEW_TOKENS, Optional.empty());
  }

  static Step call(String id, String tool, String argumentsJson) {
    return new Step(
        Optional.empty(),
        "",
        List.of(new Call(id, tool, argumentsJson)),
        200,
        FAILURE,
        FEW_TOKENS,
        Optional.empty());
  }

  static Step read(String id, String path) {
    return call(id, "read", "{\"path\":\"" + path + "\"}");
  }

  static Step bash(String id, String command) {
    return call(id, "bash", "{\"command\":\"" + command + "\"}");
  }

  static Step fail(int status) {
    return new Step(Optional.empty(), "", List.of(), status, FAILURE, FEW_TOKENS, Optional.empty());
  }

  Step thinking(String words, String signature) {
    return new Step(
        Optional.of(new Thinking(words, signature)), text, calls, status, trouble, tokens, gate);
  }

  Step heldBy(CountDownLatch latch) {
    return new Step(thinking, text, calls, status, trouble, tokens, Optional.of(latch));
  }

  /** An answer after which the host believes that its context holds so much. */
  Step using(int count) {
    return new Step(thinking, text, calls, status, trouble, count, gate);
  }

  /** A refusal with the words of a real provider. */
  Step saying(String words) {
    return new Step(thinking, text, calls, status, words, tokens, gate);
  }
}
