package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The question before an automatic compaction, on the real Pi 1.6.0: a file of about 2,500 tokens
 * is read twice, then the model reports a context that Pi finds too large.
 */
class ChoiceLiveTest {
  private static final int WINDOW = 128_000;
  private static final int RESERVE = 512;
  private static final int TOO_MANY = WINDOW - RESERVE + 100;
  private static final String MARKER =
      "[Jev prune: repeated read-result body omitted; retained witness: call_big_2]";

  private static String big() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; text.length() < 7_400; i++) {
      text.append("key").append(i * 7919 % 10_007).append(" = ").append(i * i).append('\n');
    }
    return text.toString();
  }

  private static PiHome home(String name, PiVersion pi) throws IOException {
    Path workspace = Conversation.workspace("choice-" + name);
    Files.writeString(workspace.resolve("big.txt"), big());
    return PiHome.fresh(pi, Wire.OPENAI, workspace)
        .reserveFewTokens(RESERVE)
        .installChoosingAdapter();
  }

  /** Two turns; the first answer of the second turn's end reports {@code tokens}. */
  private static List<Step> twoTurns(int tokens) {
    List<Step> steps =
        new ArrayList<>(
            List.of(
                Step.read("call_big_1", "big.txt"),
                Step.read("call_other", "notes.txt"),
                Step.read("call_big_2", "big.txt"),
                Step.say("Read.")));
    for (int i = 1; i <= 8; i++) {
      steps.add(Step.bash("call_check_" + i, "echo check " + i));
    }
    steps.add(Step.say("Checked.").using(tokens));
    return steps;
  }

  private static boolean compacted(PiHome home) {
    return JsonLines.read(home.sessionFile()).stream()
        .anyMatch(entry -> entry.path("type").asText().equals("compaction"));
  }

  private static void work(PiRpc rpc) {
    rpc.say("Read the file twice.");
    rpc.say("Check the machine.");
  }

  @Test
  void prunesAtTheThresholdAndIsNotAskedAgain() throws IOException {
    try (PiHome home = home("threshold", PiVersion.PI_1_6)) {
      home.model().script(twoTurns(TOO_MANY));
      try (PiRpc rpc = home.rpc().choose("Prune")) {
        work(rpc);
        assertThat(rpc.offered()).singleElement().asString().contains("1 repeated read");
        assertThat(home.model().last().body()).doesNotContain(MARKER);
        rpc.say("Go on.");
        assertThat(rpc.offered()).hasSize(1);
        assertThat(rpc.notices()).anyMatch(text -> text.contains("no compaction is needed now"));
        assertThat(rpc.extensionErrors()).isEmpty();
      }
      assertThat(home.model().last().body()).contains(MARKER);
      assertThat(compacted(home)).isFalse();
    }
  }

  @Test
  void goesOnInTheSameRunBetweenTwoToolCalls() throws IOException {
    try (PiHome home = home("between", PiVersion.PI_1_6)) {
      List<Step> steps = twoTurns(110);
      steps.add(Step.bash("call_late", "echo late").using(TOO_MANY));
      steps.add(Step.say("Late."));
      home.model().script(steps);
      try (PiRpc rpc = home.rpc().choose("Prune")) {
        work(rpc);
        rpc.say("Once more.");
        assertThat(rpc.offered()).hasSize(1);
        assertThat(rpc.extensionErrors()).isEmpty();
      }
      assertThat(home.model().last().body()).contains(MARKER).contains("call_late");
      assertThat(compacted(home)).isFalse();
    }
  }

  @Test
  void letsPiCompactWhenTheUserSaysSo() throws IOException {
    try (PiHome home = home("compact", PiVersion.PI_1_6)) {
      home.model().script(twoTurns(TOO_MANY));
      try (PiRpc rpc = home.rpc().choose("Compact")) {
        work(rpc);
        assertThat(rpc.offered()).hasSize(1);
      }
      assertThat(compacted(home)).isTrue();
    }
  }

  @Test
  void stopsTheRunWhenTheUserPauses() throws IOException {
    try (PiHome home = home("pause", PiVersion.PI_1_6)) {
      List<Step> steps = twoTurns(110);
      steps.add(Step.bash("call_late", "echo late").using(TOO_MANY));
      home.model().script(steps);
      try (PiRpc rpc = home.rpc().choose("Pause", "Pause", "Prune")) {
        work(rpc);
        int before = home.model().requests().size();
        rpc.say("Once more.");
        assertThat(home.model().requests()).hasSize(before + 1);
        // A message asks again, and a second pause keeps it from being sent.
        rpc.say("Go on.");
        assertThat(home.model().requests()).hasSize(before + 1);
        rpc.say("Now go on.");
        assertThat(rpc.offered()).hasSize(3);
        assertThat(rpc.extensionErrors()).isEmpty();
      }
      assertThat(home.model().last().body()).contains(MARKER);
      assertThat(compacted(home)).isFalse();
    }
  }

  @Test
  void resumesARunThatTheProviderRefusedAsTooLong() throws IOException {
    try (PiHome home = home("overflow", PiVersion.PI_1_6)) {
      List<Step> steps = twoTurns(110);
      steps.add(
          Step.fail(400)
              .saying("prompt is too long: " + (WINDOW + 1) + " tokens > " + WINDOW + " maximum"));
      steps.add(Step.say("Answered after all."));
      home.model().script(steps);
      try (PiRpc rpc = home.rpc().choose("Prune")) {
        work(rpc);
        rpc.say("One more question.");
        assertThat(rpc.offered()).singleElement().asString().contains("too long for the model");
        assertThat(rpc.extensionErrors()).isEmpty();
      }
      assertThat(home.model().last().body())
          .contains(MARKER)
          .contains("One more question.")
          .contains("Go on with the task.");
      assertThat(JsonLines.read(home.sessionFile()).toString()).contains("Answered after all.");
      assertThat(compacted(home)).isFalse();
    }
  }

  @Test
  void offersCompactingWhenTheFitIsNotCertain() throws IOException {
    try (PiHome home = home("uncertain", PiVersion.PI_1_6)) {
      List<Step> steps = twoTurns(110);
      steps.add(Step.fail(400).saying("prompt is too long: 190000 tokens > 128000 maximum"));
      home.model().script(steps);
      try (PiRpc rpc = home.rpc().choose("Prune", "Compact")) {
        work(rpc);
        rpc.say("One more question.");
        assertThat(rpc.offered()).hasSize(2);
        assertThat(rpc.offered().get(1)).contains("not known to be enough");
      }
      assertThat(compacted(home)).isTrue();
    }
  }

  @Test
  void leavesAManualCompactionAlone() throws IOException {
    try (PiHome home = home("manual", PiVersion.PI_1_6)) {
      home.model().script(twoTurns(110));
      try (PiRpc rpc = home.rpc()) {
        work(rpc);
        assertThat(
                rpc.request(JsonLines.object().put("type", "compact")).path("success").asBoolean())
            .isTrue();
        assertThat(rpc.offered()).isEmpty();
      }
      assertThat(compacted(home)).isTrue();
    }
  }

  @Test
  @Tag("W40")
  void letsPiCompactWithoutAUserInterface() throws IOException {
    try (PiHome home = home("headless", PiVersion.PI_1_6)) {
      home.model().script(twoTurns(TOO_MANY));
      home.print("Read the file twice.", "Check the machine.").orFail("pi -p");
      assertThat(compacted(home)).isTrue();
    }
  }

  @Test
  @Tag("B94")
  void leavesTheOldGenerationAloneWhichNamesNoReason() throws IOException {
    try (PiHome home = home("old", PiVersion.PI_0_73)) {
      home.model().script(twoTurns(TOO_MANY));
      try (PiRpc rpc = home.rpc()) {
        work(rpc);
        rpc.say("Go on.");
        assertThat(rpc.offered()).isEmpty();
      }
      assertThat(compacted(home)).isTrue();
    }
  }
}
