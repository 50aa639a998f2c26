package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first walk of a user through one session: work, {@code /prune}, more work, a restart without
 * a worker, an uninstall. The same script is run without the adapter in the same workspace; what
 * reaches the model is compared byte by byte.
 */
@ParameterizedClass
@MethodSource("dev.jevprune.live.Hosts#onEachWire")
class PrunedRequestLiveTest {
  private static final int BEFORE_PRUNE = 11;
  private static final int UNTIL_RESTART = 14;

  private static Story plain = Story.EMPTY;
  private static Story adapted = Story.EMPTY;

  @SuppressWarnings("unused")
  PrunedRequestLiveTest(PiVersion pi, Wire wire) {}

  @BeforeParameterizedClassInvocation
  static void walk(PiVersion pi, Wire wire) {
    Path workspace = Conversation.workspace("walk-" + pi.name() + "-" + wire.name());
    plain = Story.without(pi, wire, workspace);
    adapted = Story.with(pi, wire, workspace);
  }

  @Test
  void sendsEveryByteAsBeforeUntilTheUserDecides() {
    assertThat(messages(adapted, 0, BEFORE_PRUNE)).isEqualTo(messages(plain, 0, BEFORE_PRUNE));
  }

  @Test
  void asksWithTheListAndTellsWhatWasDone() {
    String told = String.join("\n", adapted.told());
    assertThat(told).contains("conf.ini").contains("?");
    assertThat(adapted.told()).hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void replacesTheOlderBodyAndNotOneByteMore() {
    for (int i = BEFORE_PRUNE; i < UNTIL_RESTART; i++) {
      assertThat(adapted.requests().get(i).messages())
          .isEqualTo(pruned(plain.requests().get(i).messages()));
    }
  }

  @Test
  void sharesThePrunedPrefixBetweenLaterRequests() {
    for (int i = BEFORE_PRUNE; i + 1 < adapted.requests().size() - 1; i++) {
      List<String> earlier = adapted.requests().get(i).prefix();
      assertThat(adapted.requests().get(i + 1).messages().subList(0, earlier.size()))
          .isEqualTo(earlier);
    }
  }

  @Test
  void keepsReplayingAfterARestartWithNoWorkerAndNoJava() {
    assertThat(adapted.requests().get(UNTIL_RESTART).messages())
        .isEqualTo(pruned(plain.requests().get(UNTIL_RESTART).messages()));
    assertThat(adapted.workerRan()).isFalse();
  }

  @Test
  void sendsTheOriginalAgainAfterTheUninstall() {
    assertThat(adapted.requests().get(UNTIL_RESTART + 1).messages())
        .isEqualTo(plain.requests().get(UNTIL_RESTART + 1).messages());
  }

  @Test
  void leavesThisSessionFileAsPiWouldHaveWrittenIt() {
    assertThat(shape(adapted.session())).isEqualTo(shape(plain.session()));
    assertThat(texts(adapted.session())).isEqualTo(texts(plain.session()));
    assertThat(texts(adapted.session())).contains(Conversation.CONFIG);
  }

  private static List<List<String>> messages(Story story, int from, int to) {
    return story.requests().subList(from, to).stream().map(RecordedRequest::messages).toList();
  }

  private static List<String> pruned(List<String> messages) {
    List<String> expected = new ArrayList<>(messages);
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i).contains(Conversation.SOURCE)
          && expected.get(i).contains(JsonLines.quoted(Conversation.CONFIG))) {
        expected.set(i, Conversation.withMarker(expected.get(i)));
      }
    }
    assertThat(expected).isNotEqualTo(messages);
    return expected;
  }

  private static List<String> shape(List<JsonNode> entries) {
    return entries.stream()
        .map(
            entry ->
                entry.path("type").asText() + " " + entry.path("message").path("role").asText())
        .toList();
  }

  private static List<String> texts(List<JsonNode> entries) {
    return entries.stream()
        .flatMap(entry -> entry.path("message").path("content").findValuesAsText("text").stream())
        .toList();
  }
}
