package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Models that bind signed thinking to everything before it, on the Anthropic wire. */
@ParameterizedClass
@EnumSource
class ModelGuardLiveTest {
  private static final String BOUND = "claude-fable-5-2";
  private static final String FREE = "claude-sonnet-4-5";

  private final PiVersion pi;

  ModelGuardLiveTest(PiVersion pi) {
    this.pi = pi;
  }

  @Test
  void editsNothingBeforeTheLastSignedBlockOfABoundModel() {
    Seed seed = Seed.of("signed", pi, Wire.ANTHROPIC, BOUND, signedThroughout());
    try (PiHome home = seed.withAdapter();
        PiRpc rpc = home.rpc("-c")) {
      String told = String.join("\n", rpc.command("/prune"));
      assertThat(told).contains(BOUND).doesNotContain("Leave this body out");
      rpc.command("/prune approve");
      assertThat(String.join("\n", rpc.command("/prune why"))).contains("prefix_bound_model");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
      assertThat(home.model().last().body()).contains("signature-9");
    }
  }

  @Test
  void editsOnAModelThatBindsNothingAndKeepsEverySignedBlock() {
    Seed seed = Seed.of("signed", pi, Wire.ANTHROPIC, FREE, signedThroughout());
    try (PiHome home = seed.withAdapter();
        PiRpc rpc = home.rpc("-c")) {
      rpc.command("/prune");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
      assertThat(home.model().last().body()).contains("signature-0", "signature-9");
    }
  }

  @Test
  void editsBehindTheLastSignedBlockAndThenKeepsThatEditWhateverIsSignedLater() {
    Seed seed = Seed.of("first", pi, Wire.ANTHROPIC, BOUND, signedAtTheStart());
    try (PiHome home = seed.withAdapter();
        PiRpc rpc = home.rpc("-c")) {
      home.model().script(Step.say("Considered.").thinking("Hm.", "signature-late"));
      rpc.command("/prune");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
      assertThat(String.join("\n", rpc.command("/prune undo"))).contains("compaction");
      rpc.say("Go on.");
      assertThat(home.model().last().body()).contains("signature-late");
      assertThat(home.model().last().messages().subList(0, seed.nextMessages().size() - 1))
          .isEqualTo(seed.nextMessagesPruned().subList(0, seed.nextMessages().size() - 1));
    }
  }

  private static List<Step> signedThroughout() {
    List<Step> steps = new ArrayList<>();
    for (Step step : answers()) {
      steps.add(step.thinking("Let me see.", "signature-" + steps.size()));
    }
    return steps;
  }

  private static List<Step> signedAtTheStart() {
    List<Step> steps = new ArrayList<>(answers());
    steps.set(0, steps.get(0).thinking("Let me see.", "signature-0"));
    return steps;
  }

  private static List<Step> answers() {
    List<Step> steps = new ArrayList<>(Conversation.firstTurn());
    steps.addAll(Conversation.secondTurn());
    return steps;
  }
}
