package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * A model that binds signed thinking, on the Anthropic wire. Hermes stores the signature of every
 * answer and sends only that of the last one.
 */
class HermesModelGuardLiveTest {
  private static final String BOUND = "claude-fable-5-2";

  @Test
  void editsNothingBeforeTheLastSignedBlockAndKeepsAnEditThatWasThereBefore() {
    try (HermesHome home = HermesHome.fresh(HermesWire.ANTHROPIC, BOUND).install();
        HermesRpc rpc = home.start()) {
      HermesRpc.Open session = rpc.create();
      HermesConversation.tell(home, rpc, session);
      home.model().script(Step.say("Considered.").thinking("Hm.", "signature-early"));
      rpc.say(session, "Think.");

      assertThat(rpc.prune(session, "")).contains(BOUND).doesNotContain("Type /prune approve");
      assertThat(rpc.prune(session, "why")).contains("prefix_bound_model");
      rpc.prune(session, "approve");
      home.model().script(Step.say("Plain."));
      rpc.say(session, "Do not think.");
      assertThat(home.model().last().body())
          .contains("signature-early")
          .doesNotContain("Jev prune");

      // The request before still held it; in the next one the host has dropped it.
      assertThat(rpc.prune(session, "")).doesNotContain("Type /prune approve");
      home.model().script(Step.say("Plain again."));
      rpc.say(session, "Go on.");
      assertThat(home.model().last().body()).doesNotContain("signature-early");
      assertThat(rpc.prune(session, "")).contains("conf.ini", "Type /prune approve");
      assertThat(rpc.prune(session, "approve")).contains("will be left out");
      home.model().script(Step.say("Considered again.").thinking("Hm.", "signature-late"));
      rpc.say(session, "Think again.");
      assertThat(home.model().last().body()).contains(HermesConversation.MARKER);

      assertThat(rpc.prune(session, "undo")).contains("compaction");
      rpc.say(session, "Go on.");
      assertThat(home.model().last().body())
          .contains(HermesConversation.MARKER, "signature-late")
          .doesNotContain("signature-early");
      assertThat(home.storedRows(session.stored())).contains("signature-early", "signature-late");
    }
  }
}
