package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A model that signs its thinking over everything before it refuses a request whose past was
 * changed.
 */
class ModelGuardTest {
  private static final String SESSION = "s-1";
  private static final PiSettings.Model BOUND =
      new PiSettings.Model("anthropic-messages", "anthropic", "claude-fable-5-1");
  private static final PiSettings.Model FREE =
      new PiSettings.Model("anthropic-messages", "anthropic", "claude-sonnet-4-5");

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    bench =
        Bench.load(
            folder,
            PiSettings.standard(SESSION).with(BOUND),
            PruneCommandTest.workerFor(HostSettings.in(folder).folder()));
    bench.pi.start("startup");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private String run(String line) {
    bench.pi.command(line);
    return bench.saidLast();
  }

  private boolean pruned() {
    return bench.outgoing().contains(LedgerFile.marker("a2"));
  }

  private boolean whole() {
    return bench.outgoing().equals(bench.pi.conversation());
  }

  private void signedBehindThePair() {
    bench.pi.append(Chats.onePair().signed("I thought.", "c2lnbmVk", "Done.").json());
  }

  @Test
  void editsNothingNewBeforeTheLastSignedBlockAndSaysSo() {
    signedBehindThePair();
    bench.outgoing();
    String list = run("/prune");
    assertThat(list).contains("claude-fable-5-1").contains("prefix_bound_model");
    assertThat(bench.pi.asked()).isEmpty();
    run("/prune approve");
    assertThat(whole()).isTrue();
  }

  @Test
  void editsOnTheSameListWithAModelThatDoesNotBind() {
    signedBehindThePair();
    bench.pi.selectModel(FREE);
    run("/prune approve");
    assertThat(pruned()).isTrue();
  }

  @Test
  void editsWhatStandsBehindTheLastSignedBlock() {
    bench.pi.append(
        new PiMessages().user("Begin.").signed("I thought.", "c2lnbmVk", "Begun.").json());
    bench.pi.append(Chats.onePair().json());
    run("/prune approve");
    assertThat(pruned()).isTrue();
  }

  @Test
  void keepsReplayingWhatWasOnTheWireWhenTheBlockWasSigned() {
    bench.pi.append(Chats.onePair().json());
    run("/prune approve");
    assertThat(pruned()).isTrue();
    bench.pi.append(
        new PiMessages().signed("I thought of the marker.", "c2lnbmVk", "Done.").json());
    assertThat(pruned()).isTrue();
    bench.pi.reload();
    assertThat(pruned()).isTrue();
  }

  @Test
  void letsUndoAndOffWaitForACompaction() {
    bench.pi.append(Chats.onePair().json());
    run("/prune approve");
    bench.pi.append(
        new PiMessages().signed("I thought of the marker.", "c2lnbmVk", "Done.").json());
    assertThat(pruned()).isTrue();
    assertThat(run("/prune undo")).contains("compact");
    assertThat(run("/prune off")).contains("compact");
    assertThat(pruned()).isTrue();
  }

  @Test
  void holdsBackWhatIsSwitchedOnAgainBehindASignedBlock() {
    bench.pi.append(Chats.onePair().json());
    run("/prune approve");
    run("/prune off");
    assertThat(whole()).isTrue();
    bench.pi.append(new PiMessages().signed("I saw the original.", "c2lnbmVk", "Done.").json());
    bench.outgoing();
    run("/prune on");
    assertThat(whole()).as("the signed block saw the original").isTrue();
    assertThat(run("/prune status")).contains("held");
  }
}
