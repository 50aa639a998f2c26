package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.store.StoredSessions;
import dev.jevprune.adapters.worker.WorkerClient;
import dev.jevprune.installer.Sandbox.Run;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An installer beside a worker of an older version of ours, as a process of its own. */
@Tag("B52")
@Tag("B70")
@Timeout(300)
class UpgradeBesideWorkerTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String OLD = "0.0.9";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path temp;
  private Sandbox sandbox;
  private Process worker;

  @BeforeEach
  void installTheOldOneAndStartIt() throws Exception {
    sandbox = new Sandbox(temp.resolve("home"));
    sandbox.realDrain = true;
    SavedSession.write(sandbox.home);
    sandbox.payload = Sandbox.payload(OLD, "old");
    assertThat(sandbox.install().code()).isZero();
    worker = startWorker(OLD);
  }

  @AfterEach
  void end() throws InterruptedException {
    worker.destroyForcibly().waitFor();
  }

  /** A worker whose version is another one; its class path says which. */
  private Process startWorker(String version) throws Exception {
    Path classes = temp.resolve("classes-" + version);
    Sandbox.write(classes.resolve("dev/jevprune/adapters/version.txt"), version + "\n");
    Process process =
        new ProcessBuilder(
                JAVA,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "dev.jevprune.adapters.worker.WorkerMain",
                "--data-home",
                sandbox.dataHome().toString())
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("worker-" + version + ".txt").toFile())
            .start();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(sandbox.dataHome().resolve("worker.json"))) {
      assertThat(process.isAlive()).as("the worker runs").isTrue();
      assertThat(System.nanoTime()).as("it listens in time").isLessThan(end);
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    return process;
  }

  private void approve() {
    Told told =
        Told.jevprune(
            sandbox.home, "approve", "--host", "pi", "--session", SavedSession.ID, "session.jsonl");
    assertThat(told.code()).as(told.err()).isZero();
  }

  private Run upgrade() {
    sandbox.payload = Sandbox.payload(Version.current(), "new");
    long begun = System.nanoTime();
    Run run = sandbox.install();
    System.out.println(
        "upgraded beside a worker in " + (System.nanoTime() - begun) / 1_000_000 + " ms");
    return run;
  }

  private Map<String, String> decisions() {
    return Sandbox.tree(sandbox.dataHome().resolve("state"));
  }

  @Test
  void theOldWorkerEndsAndNothingThatWasDecidedIsLost() throws Exception {
    approve();
    Map<String, String> before = decisions();
    assertThat(sandbox.run("--doctor").out()).contains("version " + OLD);

    Run run = upgrade();
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.err()).contains("process " + worker.pid() + ", version " + OLD);
    assertThat(worker.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).as("it ended as it should").isZero();
    assertThat(decisions()).isEqualTo(before);
    assertThat(sandbox.dataHome().resolve("worker.json")).doesNotExist();

    worker = startWorker(Version.current());
    assertThat(sandbox.run("--doctor").out())
        .contains("ok       worker    version " + Version.current());
    assertThat(new StoredSessions(sandbox.dataHome()).all())
        .singleElement()
        .satisfies(
            stored -> assertThat(stored.state().orElseThrow().ledger().decisions()).isNotEmpty());
  }

  /** What it was asked before is answered: the connection of an agent is not cut in a request. */
  @Test
  void whatTheOldWorkerWasDoingIsFinished() throws Exception {
    try (WorkerClient agent = WorkerClient.connect(sandbox.dataHome(), PATIENCE).orElseThrow()) {
      assertThat(agent.status().version()).isEqualTo(OLD);
      assertThat(upgrade().code()).isZero();
    }
    assertThat(worker.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isZero();
  }

  /** Nobody waits for one that hangs; it is named, and the upgrade counts all the same. */
  @Test
  void aWorkerThatDoesNotAnswerIsNamedAndHoldsNobodyUp() throws Exception {
    signal("STOP");
    try {
      Run run = upgrade();
      assertThat(run.code()).as(run.all()).isZero();
      assertThat(run.err())
          .contains("process " + worker.pid() + ", version " + OLD)
          .contains("does not answer");
      assertThat(sandbox.loader()).content().contains(Version.current() + "-");
    } finally {
      signal("CONT");
    }
    assertThat(SocketDrain.ANSWER.plus(WorkerDrain.BESIDE))
        .as("what an upgrade waits at most")
        .isLessThanOrEqualTo(Duration.ofSeconds(1));
    // What it was asked waits in its socket.
    assertThat(worker.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(worker.exitValue()).isZero();
  }

  private void signal(String name) throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("kill", "-" + name, String.valueOf(worker.pid())).start().waitFor())
        .isZero();
  }

  @Test
  void aRefusedUpgradeLeavesTheOldWorkerAlone() throws Exception {
    Files.writeString(sandbox.loader(), "mine");
    assertThat(upgrade().code()).isEqualTo(1);
    try (WorkerClient client = WorkerClient.connect(sandbox.dataHome(), PATIENCE).orElseThrow()) {
      assertThat(client.status().version()).isEqualTo(OLD);
    }
  }
}
