package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The first walk of a user through one session of OpenCode: work, {@code /prune}, more work, a
 * restart without a worker, an uninstall. The same script is run without the adapter in the same
 * workspace; what reaches the model is compared byte by byte.
 */
class OpenCodePrunedLiveTest {
  private static final int BEFORE_PRUNE = 21;
  private static final int UNTIL_RESTART = 24;

  private static OpenCodeStory plain = OpenCodeStory.EMPTY;
  private static OpenCodeStory adapted = OpenCodeStory.EMPTY;

  @BeforeAll
  static void walk() {
    Path workspace = Conversation.workspace("opencode-walk");
    plain = OpenCodeStory.without(workspace);
    adapted = OpenCodeStory.with(workspace);
  }

  private static List<String> plain(int request) {
    return OpenCodeTalk.messages(plain.requests().get(request));
  }

  private static List<String> sent(int request) {
    return OpenCodeTalk.messages(adapted.requests().get(request));
  }

  @Test
  void sendsEveryByteAsBeforeUntilTheUserDecides() {
    for (int i = 0; i < BEFORE_PRUNE; i++) {
      assertThat(sent(i)).isEqualTo(plain(i));
    }
  }

  @Test
  void tellsWhatItFoundAndWhatItDid() {
    assertThat(adapted.told().get(0)).contains("conf.ini").contains("/prune approve");
    assertThat(adapted.told().get(1)).contains("will be left out");
  }

  @Test
  void replacesTheOlderBodyAndNotOneByteMore() {
    for (int i = BEFORE_PRUNE; i < UNTIL_RESTART; i++) {
      assertThat(sent(i)).isEqualTo(OpenCodeTalk.pruned(plain(i)));
    }
  }

  @Test
  void leavesSystemTextAndToolsAlone() {
    assertThat(plain.requests()).hasSameSizeAs(adapted.requests());
    for (int i = 0; i < plain.requests().size(); i++) {
      assertThat(OpenCodeTalk.surroundings(adapted.requests().get(i)))
          .isEqualTo(OpenCodeTalk.surroundings(plain.requests().get(i)));
    }
  }

  @Test
  void sharesThePrunedPrefixBetweenLaterRequests() {
    for (int i = BEFORE_PRUNE; i < UNTIL_RESTART; i++) {
      assertThat(sent(i + 1).subList(0, sent(i).size())).isEqualTo(sent(i));
    }
  }

  @Test
  void keepsReplayingAfterARestartWithNoWorkerAndNoJava() {
    assertThat(sent(UNTIL_RESTART)).isEqualTo(OpenCodeTalk.pruned(plain(UNTIL_RESTART)));
    assertThat(adapted.workerRan()).isFalse();
  }

  @Test
  void sendsTheOriginalAgainAfterTheUninstall() {
    assertThat(sent(UNTIL_RESTART + 1)).isEqualTo(plain(UNTIL_RESTART + 1));
  }

  @Test
  void leavesEveryStoredRowAsItWasAndAddsNothingButItsTwoNotes() {
    assertThat(adapted.rowsAfter()).isEqualTo(adapted.rowsBefore()).contains("listen = 127.0.0.1");
    assertThat(adapted.addedRows().stream().filter(row -> row.contains("\"ignored\":true")))
        .hasSize(2)
        .allMatch(row -> row.contains("jevPrune"));
    assertThat(adapted.addedRows()).noneMatch(row -> row.contains(Conversation.MARKER));
  }
}
