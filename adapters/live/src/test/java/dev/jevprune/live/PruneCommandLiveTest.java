package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code /prune} as a person meets it, without a user interface and by RPC. */
@ParameterizedClass
@EnumSource
class PruneCommandLiveTest {

  private final Seed seed;

  PruneCommandLiveTest(PiVersion pi) {

    this.seed = Seed.of(pi, Wire.OPENAI);
  }

  @Test
  void listsAndChangesNothingWithoutAUserInterface() {
    try (PiHome home = seed.withAdapter()) {
      Finished run = home.print("-c", "/prune", Seed.PROMPT).orFail("pi -p");
      assertThat(run.err()).contains("conf.ini").contains("/prune approve");
      assertThat(home.model().requests()).hasSize(1);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
    }
  }

  @Test
  void leavesOutWhatWasApprovedWithoutAUserInterface() {
    try (PiHome home = seed.withAdapter()) {
      home.print("-c", "/prune approve", Seed.PROMPT).orFail("pi -p");
      assertThat(home.model().requests()).hasSize(1);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
    }
  }

  @Test
  void answersEveryVerb() {
    try (PiHome home = seed.approved();
        PiRpc rpc = home.rpc("-c")) {
      assertThat(told(rpc, "/prune status")).contains("conf.ini").contains(Conversation.SOURCE);
      assertThat(told(rpc, "/prune why")).contains("notes.txt");
      assertThat(told(rpc, "/prune show " + Conversation.SOURCE))
          .isEqualTo(Conversation.CONFIG.strip());
      assertThat(told(rpc, "/prune show 1")).isEqualTo(Conversation.CONFIG.strip());
      assertThat(told(rpc, "/prune help")).contains("/prune undo", "/prune off");
      assertThat(told(rpc, "/prune nonsense")).contains("nonsense").contains("/prune help");
      assertThat(rpc.extensionErrors()).isEmpty();
      assertThat(home.model().requests()).isEmpty();
    }
  }

  @Test
  void sendsTheOriginalsAgainAfterUndo() {
    try (PiHome home = seed.approved()) {
      home.print("-c", "/prune undo", Seed.PROMPT).orFail("pi -p");
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
    }
  }

  @Test
  void switchesOffAndOnAgain() {
    try (PiHome home = seed.approved();
        PiRpc rpc = home.rpc("-c")) {
      rpc.command("/prune off");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
      rpc.command("/prune on");
      rpc.say("And now?");
      int prefix = seed.nextMessages().size();
      assertThat(home.model().last().messages().subList(0, prefix))
          .isEqualTo(seed.nextMessagesPruned());
    }
  }

  @Test
  void changesNothingWhenTheUserDeclines() {
    try (PiHome home = seed.withAdapter();
        PiRpc rpc = home.rpc("-c").confirmWith(false)) {
      rpc.command("/prune");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
    }
  }

  @Test
  void isRefusedInTheMiddleOfATurn() {
    CountDownLatch gate = new CountDownLatch(1);
    try (PiHome home = seed.withAdapter();
        PiRpc rpc = home.rpc("-c")) {
      home.model().script(Step.bash("call_held", "echo held").heldBy(gate), Step.say("Done."));
      int from = rpc.ask(Seed.PROMPT);
      home.model().awaitRequests(1);
      String told = told(rpc, "/prune approve");
      gate.countDown();
      rpc.awaitSettled(from);
      assertThat(told).contains("a turn is running");
      assertThat(home.model().last().messages().subList(0, seed.nextMessages().size()))
          .isEqualTo(seed.nextMessages());
    } finally {
      gate.countDown();
    }
  }

  @Test
  void doesNothingUnderTheOffSwitchOfTheEnvironment() {
    try (PiHome home = seed.approved().with("JEV_PRUNE_OFF", "1");
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
      assertThat(told(rpc, "/prune")).contains("JEV_PRUNE_OFF");
    }
  }

  private static String told(PiRpc rpc, String command) {
    return String.join("\n", rpc.command(command));
  }
}
