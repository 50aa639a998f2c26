package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /prune} in OpenCode: the shim's files, the worker's code, no socket between them. */
class OpenCodeCommandTest {
  private static final String SESSION = OpenCodeBench.SESSION;

  @TempDir Path folder;
  private OpenCodeBench bench;

  @BeforeEach
  void open() {
    bench = OpenCodeBench.load(folder, PruneCommandTest.workerFor(folder));
    bench.chat(OpenCodeBench.onePair());
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private boolean pruned() {
    return bench.outgoing().equals(OpenCodeBench.without(bench.stored(), Chats.BODY, "a2"));
  }

  private boolean whole() {
    return bench.outgoing().equals(bench.stored());
  }

  @Test
  void listsThePairAndLeavesItOutAfterTheWord() {
    assertThat(bench.prune("")).contains(Chats.PATH).contains("/prune approve");
    assertThat(whole()).isTrue();
    bench.prune("approve");
    assertThat(pruned()).isTrue();
    bench.prune("undo");
    assertThat(whole()).isTrue();
  }

  @Test
  @Tag("B93")
  void saysWhatTheHostsOwnCountMeans() {
    assertThat(bench.prune("approve")).contains("gauge follows one answer later");
    assertThat(bench.prune("status")).contains("its transcript keeps every original");
  }

  @Test
  void everyVerbAnswersInANoteThatNoModelSees() {
    String before = bench.stored();
    for (String verb :
        new String[] {
          "", "why", "approve 1", "status", "show 1", "off", "on", "undo", "help", "x"
        }) {
      assertThat(bench.prune(verb)).as(verb).isNotBlank();
    }
    assertThat(bench.openCode.notes(SESSION)).hasSize(10);
    assertThat(bench.stored()).startsWith(before.substring(0, before.length() - 1));
    assertThat(bench.prune("show a1")).isEqualTo(Chats.BODY);
  }

  @Test
  void switchesOffAndOn() {
    bench.prune("approve");
    bench.prune("off");
    assertThat(whole()).isTrue();
    bench.prune("on");
    assertThat(pruned()).isTrue();
  }

  @Test
  void takesOffTheQuotesThatOpenCodeRunPutsAroundWords() {
    bench.prune("");
    bench.prune("\"approve 1\"");
    assertThat(pruned()).isTrue();
  }

  @Test
  void notesAreNeitherTheLastWordsNorTheGoal() {
    bench.prune("approve");
    bench.prune("status");
    bench.prune("status");
    assertThat(pruned()).isTrue();
    assertThat(bench.prune("why")).contains("pinned_witness");
  }

  @Test
  void keepsAgentAndModelOfTheUsersLastMessage() {
    bench.chat(new OpenCodeMessages().user("With another.", "anthropic", "claude-sonnet-4-5"));
    bench.prune("status");
    String note = bench.stored().substring(bench.stored().lastIndexOf("{\"info\""));
    assertThat(note)
        .contains("\"providerID\":\"anthropic\"", "\"modelID\":\"claude-sonnet-4-5\"")
        .contains("\"agent\":\"build\"", "\"ignored\":true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "approve", "undo", "off", "why"})
  void isRefusedInTheMiddleOfATurnWithAToastAlone(String verb) {
    bench.openCode.tamper("(oc) => { oc.sessions.get('ses_1').busy = true; }");
    assertThat(bench.prune(verb)).contains("a turn is running");
    assertThat(bench.openCode.notes(SESSION)).as("a note would be one more request").isEmpty();
    assertThat(bench.prune("status")).contains("requests seen");
    assertThat(bench.openCode.notes(SESSION)).isEmpty();
  }

  @Test
  void storesNothingInAnEmptySession() {
    bench.openCode.session("ses_empty");
    Pending command = bench.openCode.command("ses_empty", "prune", "");
    assertThat(command.value()).startsWith("\"ended");
    assertThat(bench.openCode.stored("ses_empty")).isEqualTo("[]");
    assertThat(bench.openCode.toasts().get(0).message()).contains("no messages yet");
  }

  @Test
  void makesNothingFinalThatTheUserTookBack() {
    bench.openCode.tamper(
        "(oc) => { const s = oc.sessions.get('ses_1'); s.info.revert = {messageID: s.messages[5].info.id}; }");
    assertThat(bench.prune("")).contains("No exact repeat can be left out");
    assertThat(bench.openCode.notes(SESSION)).isEmpty();
  }

  @Test
  void seesTheListAsItStandsBehindACompaction() {
    bench.chat(
        new OpenCodeMessages()
            .raw(
                "{\"info\":{\"role\":\"user\",\"id\":\"c\"},\"parts\":[{\"type\":\"compaction\"}]}")
            .raw(
                "{\"info\":{\"role\":\"assistant\",\"parentID\":\"c\",\"summary\":true,\"finish\":\"stop\"},\"parts\":[]}")
            .user("And now?"));
    assertThat(bench.prune("")).contains("0 reads");
  }

  @Test
  void leavesAForeignPruneAloneAndOffersAnotherName() {
    bench.close();
    bench = OpenCodeBench.bare(folder);
    bench.chat(OpenCodeBench.onePair());
    bench.openCode.tamper("(oc) => { oc.settings.command.prune = {template: 'mine'}; }");
    bench.openCode.loadShim(OpenCodeBench.PLUGIN, bench.config, PruneCommandTest.workerFor(folder));
    bench.openCode.prompt(SESSION, "hello");
    assertThat(bench.openCode.toasts().get(0).message()).contains("/jev-prune");
    assertThat(bench.openCode.command(SESSION, "prune", "").value()).isEqualTo("\"turn\"");
    bench.openCode.tamper("(oc) => { oc.turns = 0; }");
    assertThat(bench.openCode.command(SESSION, "jev-prune", "").value()).startsWith("\"ended");
  }

  @Test
  void aSecondCopyOfOurselvesStaysIdle() {
    bench.openCode.loadShim(
        "/other/plugins/jev-prune.js", bench.config, PruneCommandTest.workerFor(folder));
    bench.prune("approve");
    assertThat(bench.openCode.notes(SESSION)).hasSize(1);
    assertThat(pruned()).isTrue();
    bench.openCode.prompt(SESSION, "hello");
    assertThat(bench.openCode.toasts().get(bench.openCode.toasts().size() - 1).message())
        .contains("installed twice");
  }

  @Test
  void tellsTheWorkerTheHostsVersionAndWhatWasDone() {
    StringBuilder beats = new StringBuilder();
    Transport worker = PruneCommandTest.workerFor(folder);
    bench.close();
    bench =
        OpenCodeBench.load(
            folder,
            (request, answer) -> {
              if (request.contains("\"op\":\"heartbeat\"")) {
                beats.append(request);
              }
              worker.call(request, answer);
            });
    bench.chat(OpenCodeBench.onePair());
    bench.openCode.prompt(SESSION, "hello");
    bench.prune("approve");
    bench.outgoing();
    bench.openCode.emit("session.idle", "{\"sessionID\":\"ses_1\"}");
    assertThat(beats)
        .contains("\"host\":\"opencode\"", "\"hostVersion\":\"1.18.33\"", "\"applied\":1");
  }

  @Test
  void onABoundModelLeavesNothingOutBeforeTheLastSignedThought() {
    OpenCodeMessages chat =
        OpenCodeBench.onePair()
            .user("Think.", "anthropic", "claude-fable-5-2")
            .signed("hm", "c2ln", "Done.");
    bench.openCode.session("ses_bound");
    bench.openCode.append("ses_bound", chat.json());
    bench.openCode.command("ses_bound", "prune", "");
    assertThat(bench.openCode.notes("ses_bound").get(0)).contains("claude-fable-5-2");
    bench.openCode.command("ses_bound", "prune", "approve");
    assertThat(OpenCodeBench.ended(bench.openCode.request("ses_bound")))
        .isEqualTo(bench.openCode.stored("ses_bound"));
  }

  @Test
  void onABoundModelGoesOnReplayingWhatWasLeftOutBeforeTheThought() {
    bench.prune("approve");
    bench.chat(
        new OpenCodeMessages()
            .user("Think.", "anthropic", "claude-fable-5-2")
            .signed("hm", "c2ln", "Done."));
    assertThat(pruned()).isTrue();
    assertThat(bench.prune("undo")).contains("claude-fable-5-2");
    assertThat(pruned()).isTrue();
  }
}
