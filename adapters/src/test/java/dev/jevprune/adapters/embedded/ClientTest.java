package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shim with its own client, before workers that answer badly, late, twice or not at all. */
class ClientTest {
  @TempDir Path folder;
  private final FakeWorker worker = new FakeWorker();
  private Bench bench;

  @BeforeEach
  void open() {
    open(Map.of());
  }

  private void open(Map<String, String> environment) {
    bench =
        Bench.bare(
            HostSettings.in(folder).with(worker).with(environment), PiSettings.standard("s-1"));
    new LedgerFile("s-1").pair("a1", "a2", Chats.PATH, Chats.BODY).write(bench.data, 1);
    bench.pi.append(Chats.onePair().json());
    assertThat(bench.pi.loadShim(Bench.EXTENSION, bench.config).value()).isEqualTo("null");
  }

  @AfterEach
  void close() {
    assertThat(bench.outgoing()).as("replay needs no worker").contains(LedgerFile.marker("a2"));
    bench.pi.shutdown();
    bench.close();
  }

  private void start() {
    FakeWorker.announce(folder);
    bench.pi.start("startup");
    bench.host.advance(Duration.ofMillis(500));
  }

  /** Runs a command and lets the longest deadline pass; the command has ended by then. */
  private List<String> run(String line) {
    int before = bench.pi.notices().size();
    Pending command = bench.pi.command(line);
    bench.settle();
    assertThat(command.settled()).as("the command ends").isTrue();
    List<SimulatedPi.Notice> notices = bench.pi.notices();
    return notices.subList(before, notices.size()).stream()
        .map(SimulatedPi.Notice::message)
        .toList();
  }

  @Test
  void greetsAWorkerOnAPortOnceItHasProvenItsToken() {
    List<String> places = new ArrayList<>();
    worker.listening =
        (place, peer) -> {
          places.add(place);
          peer.open();
        };
    worker.on("token", FakeWorker::prove);
    FakeWorker.announceOnPort(folder);
    bench.pi.start("startup");
    bench.host.advance(Duration.ofMillis(500));

    assertThat(places).containsExactly(FakeWorker.PORT);
    assertThat(worker.ops).containsExactly("token", "hello", "ledger");
    assertThat(run("/prune")).containsExactly("nothing is repeated");
  }

  @Test
  void tellsNothingToAStrangerOnTheWorkersPort() {
    worker.on("token", call -> call.reply("\"proof\":\"" + "0".repeat(64) + "\""));
    FakeWorker.announceOnPort(folder);
    bench.pi.start("startup");
    bench.host.advance(Duration.ofSeconds(20));

    assertThat(worker.ops).containsOnly("token");
  }

  @Test
  void greetsTheWorkerAndShowsWhatItSays() {
    start();
    assertThat(worker.ops).containsExactly("hello", "ledger");
    assertThat(run("/prune")).containsExactly("nothing is repeated");
    assertThat(worker.spawned).isEmpty();
  }

  @Test
  void understandsAnAnswerThatArrivesByteByByte() {
    worker.on(
        "preview",
        call -> {
          for (byte each : FakeWorker.frame(call.ok("\"pairs\":[],\"text\":\"é in parts\""))) {
            call.peer().data(new byte[] {each});
          }
        });
    start();
    assertThat(run("/prune")).containsExactly("é in parts");
  }

  @Test
  void understandsTwoAnswersInOnePiece() {
    worker.on(
        "outline",
        call -> {
          byte[] twice = FakeWorker.frame(call.ok("\"ticket\":\"t1\",\"need\":[]"));
          byte[] both = Arrays.copyOf(twice, twice.length * 2);
          System.arraycopy(twice, 0, both, twice.length, twice.length);
          call.peer().data(both);
        });
    start();
    assertThat(run("/prune")).containsExactly("nothing is repeated");
  }

  @Test
  void ignoresAnAnswerThatNobodyWaitsFor() {
    worker.on(
        "preview",
        call -> {
          call.peer()
              .data(
                  FakeWorker.frame(
                      "{\"v\":1,\"id\":999,\"ok\":true,\"pairs\":[],\"text\":\"wrong\"}"));
          call.reply("\"pairs\":[],\"text\":\"right\"");
          call.reply("\"pairs\":[],\"text\":\"again\"");
        });
    start();
    assertThat(run("/prune")).containsExactly("right");
  }

  @Test
  void saysSoWhenTheAnswerIsHalfAndNothingFollows() {
    worker.on("preview", call -> call.peer().data(Arrays.copyOf(FakeWorker.frame(call.ok("")), 9)));
    start();
    assertThat(run("/prune")).singleElement().asString().contains("does not answer");
  }

  @Test
  void saysSoWhenTheAnswerIsNotJson() {
    worker.on("preview", call -> call.peer().data(FakeWorker.frame("{nonsense")));
    start();
    assertThat(run("/prune")).singleElement().asString().contains("not understood");
  }

  @Test
  void saysSoWhenTheAnswerHasAnotherShape() {
    worker.on("preview", call -> call.reply("\"pairs\":7"));
    start();
    assertThat(run("/prune")).singleElement().asString().startsWith("Jev Prune: ");
  }

  @Test
  void dropsAConnectionWhoseFramesAreImpossible() {
    worker.on("preview", call -> call.peer().data(new byte[] {(byte) 0xFF, 0, 0, 0, 1}));
    start();
    assertThat(run("/prune")).singleElement().asString().contains("not understood");
    worker.on("preview", call -> call.reply("\"pairs\":[],\"text\":\"fine again\""));
    assertThat(run("/prune")).containsExactly("fine again");
  }

  @Test
  void saysSoWhenTheWorkerEndsInTheMiddle() {
    worker.on("preview", call -> call.peer().end());
    start();
    assertThat(run("/prune")).singleElement().asString().contains("closed the connection");
  }

  @Test
  void throwsAwayAnAnswerThatComesAfterTheDeadline() {
    FakeWorker.Call[] held = new FakeWorker.Call[1];
    worker.on("preview", call -> held[0] = call);
    start();
    assertThat(run("/prune")).singleElement().asString().contains("does not answer");
    held[0].reply("\"pairs\":[],\"text\":\"too late\"");
    bench.settle();
    assertThat(bench.saidLast()).contains("does not answer");
  }

  @Test
  void showsTheRemedyThatTheWorkerNamesWhenTheProtocolsDoNotMeet() {
    worker.on(
        "hello",
        call ->
            call.peer()
                .data(
                    FakeWorker.frame(
                        "{\"v\":1,\"id\":"
                            + call.id()
                            + ",\"ok\":false,\"error\":{\"code\":\"unsupported_protocol\",\"message\":\"shim 1, worker 3: run jevprune worker stop\"}}")));
    start();
    bench.settle();
    assertThat(bench.pi.notices())
        .singleElement()
        .satisfies(each -> assertThat(each.message()).contains("shim 1, worker 3", "jevprune"));
  }

  @Test
  void refusesASocketInAFolderThatIsOpenToOthers() throws Exception {
    FakeWorker.announce(folder);
    Files.setPosixFilePermissions(
        folder.resolve("run/jev-prune"), PosixFilePermissions.fromString("rwxr-xr-x"));
    bench.pi.start("startup");
    bench.settle();
    assertThat(worker.ops).isEmpty();
    assertThat(bench.pi.notices())
        .singleElement()
        .satisfies(each -> assertThat(each.message()).contains("0700"));
  }

  @Test
  void startsTheWorkerOnceWithAnEnvironmentWithoutKeys() {
    bench.close();
    open(Map.of("HOME", "/home/u", "PATH", "/bin", "OPENAI_API_KEY", "k-1"));
    bench.pi.start("startup");
    bench.host.advance(Duration.ofMillis(200));
    FakeWorker.announce(folder);
    bench.host.advance(Duration.ofMillis(500));
    assertThat(worker.ops).containsExactly("hello", "ledger");
    assertThat(worker.spawned)
        .singleElement()
        .satisfies(each -> assertThat(each).contains("dev.jevprune.adapters.worker.WorkerMain"));
    assertThat(worker.environments.get(0)).containsOnlyKeys("HOME", "PATH", "LC_ALL");
    assertThat(bench.pi.notices()).isEmpty();
  }

  @Test
  @Tag("B80")
  void doesNotTryAgainOnEveryTurnWhenTheWorkerExitsAtOnce() {
    worker.spawn = Network.Spawned.EXITS;
    bench.pi.start("startup");
    bench.settle();
    assertThat(worker.spawned).hasSize(1);
    turns(5);
    assertThat(worker.spawned).as("turns start nothing").hasSize(1);
    assertThat(bench.pi.notices())
        .singleElement()
        .satisfies(each -> assertThat(each.message()).contains("could not be started"));
  }

  @Test
  @Tag("B80")
  void goesOnWhenTheWorkerHangs() {
    worker.on("hello", call -> {});
    FakeWorker.announce(folder);
    bench.pi.start("startup");
    assertThat(bench.outgoing()).contains(LedgerFile.marker("a2"));
    turns(5);
    assertThat(bench.pi.notices())
        .singleElement()
        .satisfies(each -> assertThat(each.message()).contains("does not answer"));
    assertThat(worker.spawned).isEmpty();
  }

  @Test
  @Tag("B80")
  void takesAnAsynchronousBrokenPipe() {
    start();
    worker.listening = (path, peer) -> peer.fail("ECONNREFUSED");
    worker.on("outline", call -> call.peer().fail("EPIPE"));
    assertThat(run("/prune")).singleElement().asString().startsWith("Jev Prune: ");
    turns(2);
  }

  @Test
  @Tag("B74")
  void saysOnceThatJavaIsMissingAndReplaysAllTheSame() throws Exception {
    Files.delete(Path.of(bench.config.java()));
    bench.pi.start("startup");
    bench.settle();
    turns(3);
    assertThat(worker.spawned).isEmpty();
    assertThat(bench.pi.notices())
        .singleElement()
        .satisfies(each -> assertThat(each.message()).contains(bench.config.java(), "JDK 17"));
  }

  @Test
  @Tag("B74")
  void startsJavaByItsRecordedPathWhateverThePathSays() {
    bench.close();
    open(Map.of("PATH", "/usr/bin:/bin"));
    bench.pi.start("startup");
    bench.settle();
    assertThat(worker.spawned.get(0)).first().isEqualTo(bench.config.java());
  }

  private void turns(int count) {
    for (int i = 0; i < count; i++) {
      bench.pi.beginTurn();
      assertThat(bench.outgoing()).contains(LedgerFile.marker("a2"));
      Pending end = bench.pi.endTurn();
      bench.settle();
      assertThat(end.settled()).as("the turn ends").isTrue();
    }
  }
}
