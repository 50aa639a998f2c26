package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * What a user of Hermes 0.19.0 can type, what may break, and what is left alone: one process each.
 */
class HermesCommandLiveTest {

  @Test
  void everyVerbWorksAndAChildIsLeftAloneAndTheReadGuardNeverLeavesTheModelStuck() {
    try (HermesHome home = HermesHome.fresh(HermesWire.CHAT, "mock-1").install()) {
      home.model()
          .aside(
              request -> request.body().contains("CHILD-GOAL") && !isOfTheParent(request),
              Step.say("The child has looked."));
      try (HermesRpc rpc = home.start()) {
        HermesRpc.Open session = rpc.create();
        assertThat(rpc.command(session, "/prune")).contains("Send a message first");
        HermesConversation.tell(home, rpc, session);

        assertThat(rpc.prune(session, "help")).contains("/prune approve");
        assertThat(rpc.prune(session, "")).contains("conf.ini", "Type /prune approve");
        assertThat(rpc.prune(session, "why")).contains("no_later_copy");
        assertThat(rpc.prune(session, "status")).contains(session.stored(), "pid");
        assertThat(rpc.prune(session, "assess")).isNotBlank().doesNotContain("failed");
        assertThat(rpc.prune(session, "approve 1")).contains("will be left out");
        assertThat(next(home, rpc, session)).contains(HermesConversation.MARKER);
        assertThat(rpc.prune(session, "status")).contains("1 left out", "conf.ini");
        assertThat(rpc.prune(session, "show 1")).contains("limits of the service");
        assertThat(rpc.prune(session, "off")).contains("is off in this session");
        assertThat(next(home, rpc, session)).doesNotContain("Jev prune");
        assertThat(rpc.prune(session, "on")).contains("is on in this session");
        assertThat(next(home, rpc, session)).contains(HermesConversation.MARKER);
        assertThat(rpc.prune(session, "undo")).contains("goes out again");
        assertThat(next(home, rpc, session)).doesNotContain("Jev prune");
        rpc.prune(session, "");
        assertThat(rpc.prune(session, "approve")).contains("will be left out");
        assertThat(rpc.prune(session, "frob")).contains("unknown word");

        // The host answers this read with its stub; the copy it speaks of is still in the request.
        home.model().script(HermesConversation.read(home, "call_again"), Step.say("As before."));
        rpc.say(session, "Read it once more.");
        String after = home.model().last().body();
        assertThat(after).contains("File unchanged since last read", HermesConversation.MARKER);
        assertThat(after).contains("limits of the service");
        assertThat(home.loader()).exists();

        assertBedrock(home, session);
        assertTheChildIsLeftAlone(home, rpc, session);
      }
    }
  }

  private static String next(HermesHome home, HermesRpc rpc, HermesRpc.Open session) {
    rpc.say(session, "Go on.");
    return home.model().last().body();
  }

  /** Bedrock's form is made by the host's own builder; no server takes part. */
  private static void assertBedrock(HermesHome home, HermesRpc.Open session) {
    Finished found =
        home.script(
                "hermes_bedrock.py",
                home.hermesDir().resolve("state.db").toString(),
                session.stored(),
                home.dataHome().toString())
            .orFail("hermes_bedrock.py");
    assertThat(found.out())
        .contains("\"outcomes\": [\"applied\"]", "\"differing\": 1", "\"markers\": 1");
  }

  private static void assertTheChildIsLeftAlone(
      HermesHome home, HermesRpc rpc, HermesRpc.Open session) {
    int besides = home.model().besides().size();
    home.model()
        .script(
            Step.call("call_child", "delegate_task", "{\"goal\":\"CHILD-GOAL: look\"}"),
            Step.say("It runs."));
    rpc.say(session, "Let a child look.");
    Worker.awaitThat(
        () ->
            home.model().besides().stream()
                .skip(besides)
                .anyMatch(request -> request.json().has("tools")),
        "the child's request");
    home.model().besides().stream()
        .skip(besides)
        .filter(request -> request.json().has("tools"))
        .forEach(request -> assertThat(request.body()).doesNotContain("Jev prune"));
    assertThat(rpc.prune(session, "status")).contains(session.stored());
  }

  private static boolean isOfTheParent(RecordedRequest request) {
    return request.body().contains("Which limits does the service have?");
  }

  @Test
  void turnsGoOnWhateverHappensToTheWorker() {
    try (HermesHome home = HermesHome.fresh(HermesWire.CHAT, "mock-1").install();
        HermesRpc rpc = home.start()) {
      HermesRpc.Open session = rpc.create();
      HermesConversation.tell(home, rpc, session);
      rpc.prune(session, "");
      assertThat(rpc.prune(session, "approve")).contains("will be left out");
      assertThat(next(home, rpc, session)).contains(HermesConversation.MARKER);

      home.worker().kill();
      assertThat(next(home, rpc, session)).contains(HermesConversation.MARKER);
      assertThat(rpc.prune(session, "why")).as("started again").contains("1 left out already");

      home.worker().kill();
      try (StandInWorker silent = StandInWorker.silent(home.temp(), home.worker())) {
        assertThat(next(home, rpc, session)).contains(HermesConversation.MARKER);
        assertThat(rpc.prune(session, "")).contains("does not answer", "still replayed");
        assertThat(next(home, rpc, session)).contains(HermesConversation.MARKER);
        assertThat(silent.connections()).isPositive();
      }
    }
  }
}
