package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever happens to the worker, the turn completes, what was decided stays on the wire, and the
 * user hears of it once at most.
 */
@ParameterizedClass
@EnumSource
class WorkerFaultLiveTest {
  private final Seed seed;

  WorkerFaultLiveTest(PiVersion pi) {
    this.seed = Seed.of(pi, Wire.OPENAI);
  }

  @Test
  void survivesAWorkerThatIsKilled() {
    try (PiHome home = seed.approved();
        PiRpc rpc = home.rpc("-c")) {
      home.worker().kill();
      assertTurnsGoOn(home, rpc);
    }
  }

  @Test
  void survivesAWorkerThatCannotBeStarted() {
    try (PiHome home = seed.approved()) {
      home.worker().kill();
      home.breakJava();
      try (PiRpc rpc = home.rpc("-c")) {
        assertTurnsGoOn(home, rpc);
        assertOneNotice(rpc);
        assertThat(String.join("\n", rpc.command("/prune"))).contains("/nonexistent/bin/java");
      }
    }
  }

  @Test
  void survivesAWorkerThatNeverAnswers() {
    try (PiHome home = seed.approved()) {
      home.worker().kill();
      try (StandInWorker silent = StandInWorker.silent(home);
          PiRpc rpc = home.rpc("-c")) {
        assertTurnsGoOn(home, rpc);
        assertOneNotice(rpc);
        assertThat(String.join("\n", rpc.command("/prune"))).contains("does not answer");
        assertThat(silent.connections()).isPositive();
      }
    }
  }

  @Test
  void survivesAWorkerOfAnotherProtocol() {
    try (PiHome home = seed.approved()) {
      home.worker().kill();
      try (StandInWorker older = StandInWorker.older(home);
          PiRpc rpc = home.rpc("-c")) {
        assertTurnsGoOn(home, rpc);
        assertOneNotice(rpc);
        assertThat(String.join("\n", rpc.command("/prune"))).contains("protocol");
        assertThat(older.connections()).isPositive();
      }
    }
  }

  @Test
  void leavesPiAloneWhenItsRuntimeFolderIsGone() {
    try (PiHome home = seed.approved()) {
      home.worker().kill();
      home.removeRuntime();
      home.print("-c", Seed.PROMPT).orFail("pi -p");
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessages());
    }
  }

  /** Two turns; the first has two requests. */
  private void assertTurnsGoOn(PiHome home, PiRpc rpc) {
    home.model().script(Step.bash("call_more", "echo more"), Step.say("Fine."));
    rpc.say(Seed.PROMPT);
    rpc.say("And once more.");
    List<RecordedRequest> requests = home.model().requests();
    assertThat(requests).hasSize(3);
    assertThat(requests.get(0).messages()).isEqualTo(seed.nextMessagesPruned());
    int prefix = seed.nextMessages().size();
    for (RecordedRequest later : requests) {
      assertThat(later.messages().subList(0, prefix)).isEqualTo(seed.nextMessagesPruned());
    }
    assertThat(ourNotices(rpc)).hasSizeLessThan(2);
    assertThat(rpc.extensionErrors()).isEmpty();
  }

  /** It may come behind the turns: no request waits for the worker. */
  private static void assertOneNotice(PiRpc rpc) {
    rpc.await(0, record -> record.path("message").asText().contains("Jev Prune"));
    assertThat(ourNotices(rpc)).hasSize(1);
  }

  private static List<String> ourNotices(PiRpc rpc) {
    return rpc.notices().stream().filter(text -> text.contains("Jev Prune")).toList();
  }
}
