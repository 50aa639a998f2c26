package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What happens in and around sessions of one running OpenCode. A start costs many seconds, so all
 * tests share one process; each has a session of its own. The last ones take the worker away.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OpenCodeSessionLiveTest {
  private static final String BOUND = "claude-fable-5-2";
  private static final String FREE = "claude-sonnet-4-5";

  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static OpenCodeHome home;
  private static OpenCodeServer server;

  private String session = "";

  @BeforeAll
  static void start() {
    Path workspace = Conversation.workspace("opencode-sessions");
    home = OpenCodeHome.fresh(workspace).installAdapter();
    OPEN.add(home);
    server = OpenCodeServer.start(home);
    OPEN.add(0, server);
  }

  @AfterAll
  static void end() throws Exception {
    for (AutoCloseable each : OPEN) {
      each.close();
    }
  }

  @BeforeEach
  void openSession() {
    session = server.newSession();
  }

  private void work(List<Step> steps, String provider, String model) {
    home.model().script(steps);
    server.say(session, Conversation.FIRST_PROMPT, provider, model);
    server.say(session, Conversation.SECOND_PROMPT, provider, model);
  }

  private void work() {
    work(steps(), "mock", "mock-1");
  }

  private static List<Step> steps() {
    List<Step> steps = new ArrayList<>(OpenCodeTalk.firstTurn(home.workspace()));
    steps.addAll(OpenCodeTalk.secondTurn());
    return steps;
  }

  private static List<String> last() {
    return OpenCodeTalk.messages(home.model().last());
  }

  private static boolean hasMarker() {
    return home.model().last().body().contains(Conversation.MARKER);
  }

  @Test
  @Order(1)
  void answersEveryVerbInANoteAndAsksNoModel() {
    work();
    int requests = home.model().requests().size();
    assertThat(server.prune(session, "")).contains("conf.ini", "/prune approve");
    assertThat(server.prune(session, "why")).contains("no_later_copy");
    assertThat(server.prune(session, "approve 1")).contains("will be left out");
    assertThat(server.prune(session, "status")).contains(Conversation.SOURCE, "worker: version");
    assertThat(server.prune(session, "show 1")).contains("listen = 127.0.0.1:8080");
    assertThat(server.prune(session, "off")).contains("off");
    server.say(session, "With everything.");
    assertThat(hasMarker()).isFalse();
    server.prune(session, "on");
    server.say(session, "Without it.");
    assertThat(hasMarker()).isTrue();
    assertThat(server.prune(session, "undo")).contains("goes out again");
    server.say(session, "With everything again.");
    assertThat(hasMarker()).isFalse();
    assertThat(server.prune(session, "help")).contains("/prune show");
    assertThat(server.prune(session, "nonsense")).contains("unknown word");
    assertThat(server.prune(session, "assess")).contains("Jev Prune");
    assertThat(home.model().requests()).hasSize(requests + 3);
    assertThat(home.model().last().body()).doesNotContain("/prune", "Jev Prune");
  }

  @Test
  @Order(2)
  void leavesAChildSessionAloneAndKeepsTheParentsPrefix() {
    work();
    server.prune(session, "approve");
    server.say(session, "Once.");
    List<String> before = last();
    home.model()
        .script(
            Step.call(
                "call_task",
                "task",
                "{\"description\":\"Look\",\"prompt\":\"Read it twice.\",\"subagent_type\":\"general\"}"),
            OpenCodeTalk.read("call_child_1", home.workspace(), "conf.ini"),
            OpenCodeTalk.read("call_child_2", home.workspace(), "conf.ini"),
            Step.say("The child has read it."),
            Step.say("The parent goes on."));
    int from = home.model().requests().size();
    server.say(session, "Let somebody look.");
    List<RecordedRequest> requests = home.model().requests().subList(from, from + 5);
    for (RecordedRequest child : requests.subList(1, 4)) {
      assertThat(child.body()).contains("Read it twice.").doesNotContain(Conversation.MARKER);
    }
    assertThat(OpenCodeTalk.messages(requests.get(4)).subList(0, before.size())).isEqualTo(before);
    assertThat(requests.get(4).body()).contains(Conversation.MARKER);
  }

  @Test
  @Order(3)
  void startsAForkWithoutDecisions() {
    work();
    server.prune(session, "approve");
    session = server.fork(session);
    server.say(session, "In the fork.");
    assertThat(hasMarker()).isFalse();
    assertThat(server.prune(session, "approve")).contains("will be left out");
    server.say(session, "Again in the fork.");
    assertThat(hasMarker()).isTrue();
  }

  @Test
  @Order(4)
  void leavesWhatACompactionSummarisesAlone() {
    work();
    server.prune(session, "approve");
    server.say(session, "Once.");
    assertThat(hasMarker()).isTrue();
    int asides = home.model().besides().size();
    server.compact(session);
    assertThat(home.model().besides()).hasSizeGreaterThan(asides);
    String summarised = home.model().besides().get(asides).body();
    assertThat(summarised).contains("listen = 127.0.0.1:8080").doesNotContain(Conversation.MARKER);
    server.say(session, "Behind the compaction.");
    assertThat(server.prune(session, "status")).contains("requests seen");
  }

  @Test
  @Order(5)
  void storesNothingWhileATurnRuns() {
    work();
    CountDownLatch gate = new CountDownLatch(1);
    int requests = home.model().requests().size();
    home.model().script(Step.say("Late.").heldBy(gate));
    server.begin(session, "Take your time.");
    home.model().awaitRequests(requests + 1);
    String before = server.stored(session);
    int notes = count(before, "jevPrune");
    assertThat(server.command(session, "prune", "approve")).isEqualTo(500);
    assertThat(server.command(session, "prune", "status")).isEqualTo(500);
    assertThat(count(server.stored(session), "jevPrune")).isEqualTo(notes);
    gate.countDown();
    Worker.awaitThat(() -> server.isIdle(session), "the end of the turn");
    assertThat(home.model().requests()).as("no request for a note").hasSize(requests + 1);
    assertThat(server.prune(session, "status")).contains("0 left out");
  }

  @Test
  @Order(5)
  void makesNothingFinalThatTheUserTookBack() {
    work();
    String stored = server.stored(session);
    JsonNode second =
        server.messages(session).stream()
            .filter(message -> message.path("info").path("role").asText().equals("user"))
            .toList()
            .get(1);
    server.takeBack(session, second.path("info").path("id").asText());
    assertThat(server.command(session, "prune", "")).isEqualTo(500);
    server.bringBack(session);
    assertThat(server.stored(session)).isEqualTo(stored);
  }

  @Test
  @Order(5)
  void neverTouchesAReadToWhichInstructionsWereAdded() throws IOException {
    Path folder = Files.createDirectories(home.workspace().resolve("part"));
    Files.writeString(folder.resolve("AGENTS.md"), "Be kind to this folder.\n");
    Files.writeString(folder.resolve("conf.ini"), Conversation.CONFIG);
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      steps.add(OpenCodeTalk.read("call_part_" + i, home.workspace(), "part/conf.ini"));
    }
    steps.add(Step.say("Read."));
    steps.addAll(OpenCodeTalk.secondTurn());
    work(steps, "mock", "mock-1");
    assertThat(server.prune(session, "why")).contains("host_suffix");
    server.prune(session, "approve");
    server.say(session, "Go on.");
    String sent = home.model().last().body();
    assertThat(sent).contains("Be kind to this folder.");
    assertThat(sent).contains("retained witness: call_part_3");
    assertThat(sent.split("retained witness", -1)).hasSize(2);
  }

  private static int count(String text, String part) {
    return text.split(part, -1).length - 1;
  }

  @Test
  @Order(6)
  void leavesNothingOutBeforeTheLastSignedThoughtOfABoundModel() {
    work(signed(), "anthropic", BOUND);
    assertThat(server.prune(session, "")).contains(BOUND);
    server.prune(session, "approve");
    assertThat(server.prune(session, "why")).contains("prefix_bound_model");
    server.say(session, "Go on.", "anthropic", BOUND);
    assertThat(hasMarker()).isFalse();
    assertThat(home.model().last().body()).contains("signature-19");
    JsonNode thought = firstReasoning();
    assertThat(thought.path("metadata").path("anthropic").path("signature").asText())
        .as("how OpenCode stores a signature")
        .isEqualTo("signature-0");
  }

  private JsonNode firstReasoning() {
    for (JsonNode message : server.messages(session)) {
      for (JsonNode part : message.path("parts")) {
        if (part.path("type").asText().equals("reasoning")) {
          return part;
        }
      }
    }
    throw new AssertionError("no reasoning is stored");
  }

  @Test
  @Order(7)
  void leavesOutOnAModelThatBindsNothingAndKeepsEverySignedThought() {
    work(signed(), "anthropic", FREE);
    server.prune(session, "approve");
    server.say(session, "Go on.", "anthropic", FREE);
    assertThat(hasMarker()).isTrue();
    assertThat(home.model().last().body()).contains("signature-0", "signature-19");
    server.say(session, "And on.", "anthropic", FREE);
    List<String> later = last();
    assertThat(later.get(later.size() - 1)).contains("And on.").doesNotContain("Jev Prune");
  }

  private static List<Step> signed() {
    List<Step> signed = new ArrayList<>();
    for (Step step : steps()) {
      signed.add(step.thinking("Let me see.", "signature-" + signed.size()));
    }
    return signed;
  }

  @Test
  @Order(8)
  void goesOnWhenTheWorkerIsKilledOrHangsOrSpeaksAnotherProtocol() {
    work();
    server.prune(session, "approve");
    server.say(session, "Once.");
    List<String> before = last();
    home.worker().kill();
    server.say(session, "Without a worker.");
    assertThat(last().subList(0, before.size())).isEqualTo(before);
    try (StandInWorker silent = StandInWorker.silent(home.temp(), home.worker())) {
      assertThat(server.prune(session, "")).contains("does not answer");
      server.say(session, "With one that hangs.");
      assertThat(last().subList(0, before.size())).isEqualTo(before);
      assertThat(silent.connections()).isPositive();
    }
    try (StandInWorker older = StandInWorker.older(home.temp(), home.worker())) {
      assertThat(server.prune(session, "")).contains("protocol");
      server.say(session, "With an older one.");
      assertThat(last().subList(0, before.size())).isEqualTo(before);
      assertThat(older.connections()).isPositive();
    }
    assertThat(server.prune(session, "show 1")).contains("listen = 127.0.0.1:8080");
    assertThat(server.isAlive()).isTrue();
  }
}
