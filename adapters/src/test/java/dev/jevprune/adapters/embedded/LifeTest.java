package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that come, go, fork and stand beside each other, and extensions that meet others. */
class LifeTest {
  private static final String SESSION = "parent-session";
  private static final String SECOND_COPY = "/project/.pi/extensions/jev-prune.js";

  @TempDir Path folder;
  private final List<String> requests = new ArrayList<>();
  private Bench bench;

  private final Transport recording =
      (request, answer) -> {
        requests.add(request);
        answer.fail("down");
      };

  @BeforeEach
  void open() {
    open(PiSettings.standard(SESSION));
  }

  private void reopen(PiSettings pi) {
    bench.close();
    open(pi);
  }

  private void open(PiSettings pi) {
    bench = Bench.load(folder, pi, recording);
    new LedgerFile(SESSION).pair("a1", "a2", Chats.PATH, Chats.BODY).write(bench.data, 1);
    bench.pi.append(Chats.onePair().json());
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private boolean prunes() {
    String sent = bench.outgoing();
    boolean pruned = sent.contains(LedgerFile.marker("a2"));
    assertThat(sent.equals(bench.pi.conversation())).isEqualTo(!pruned);
    return pruned;
  }

  private List<String> noticed(String part) {
    return bench.pi.notices().stream()
        .map(SimulatedPi.Notice::message)
        .filter(each -> each.contains(part))
        .toList();
  }

  @Test
  void keepsItsDecisionsThroughAReload() {
    bench.pi.start("startup");
    assertThat(prunes()).isTrue();
    bench.pi.reload();
    assertThat(prunes()).isTrue();
    assertThat(bench.pi.command("/prune help").value()).isEqualTo("\"handled\"");
  }

  @Test
  void takesNothingIntoANewSession() {
    bench.pi.start("startup");
    assertThat(prunes()).isTrue();
    bench.pi.newSession("another-session");
    bench.pi.append(Chats.onePair().json());
    assertThat(prunes()).isFalse();
  }

  @Test
  void startsTwiceWithoutDoingAnythingTwice() {
    reopen(PiSettings.standard(SESSION).old().with(PiSettings.Mode.RPC));
    bench.pi.start("startup");
    bench.pi.newSession("another-session");
    bench.settle();
    assertThat(bench.pi.command("/prune help").value()).isEqualTo("\"handled\"");
    assertThat(bench.pi.command("/prune:2 help").value()).isEqualTo("\"unknown\"");
    assertThat(noticed("answer failed"))
        .as("one line about the worker a session")
        .hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void followsTheTreeOfASession() {
    bench.pi.start("startup");
    assertThat(prunes()).isTrue();
    String leaf = bench.pi.append(new PiMessages().user("Another way.").json());
    bench.pi.tree("10000001");
    assertThat(prunes()).as("nothing to leave out before the reads").isFalse();
    bench.pi.tree(leaf);
    assertThat(prunes()).isTrue();
  }

  @Test
  void adoptsWhatTheParentOfAForkDecided() throws Exception {
    Path file = folder.resolve("parent.jsonl");
    Files.writeString(
        file,
        "{\"type\":\"session\",\"version\":3,\"id\":\"" + SESSION + "\"}\n{\"type\":\"x\"}\n");
    reopen(PiSettings.standard(SESSION).storedIn(file.toRealPath().toString()));
    bench.pi.start("startup");
    bench.pi.fork("child-session", folder.resolve("child.jsonl").toString(), Optional.empty());
    bench.settle();
    assertThat(prunes()).as("the proof holds in the copy").isTrue();
    assertThat(requests)
        .anyMatch(
            each ->
                each.contains("\"op\":\"ledger\"")
                    && each.contains("\"parent\":\"" + SESSION + "\""));
  }

  @Test
  void adoptsNothingWhenTheParentIsUnknown() {
    reopen(PiSettings.standard(SESSION).storedIn(folder.resolve("gone.jsonl").toString()));
    bench.pi.start("startup");
    bench.pi.fork("child-session", folder.resolve("child.jsonl").toString(), Optional.empty());
    assertThat(prunes()).isFalse();
  }

  @Test
  @Tag("B42")
  void keepsTheDecisionsOfAParentWhileAChildSessionRuns() {
    bench.pi.start("startup");
    assertThat(prunes()).isTrue();

    SimulatedPi child =
        bench.host.pi(PiSettings.standard("child-session").with(PiSettings.Mode.PRINT));
    child.loadShim(Bench.EXTENSION, bench.config, recording);
    child.start("startup");
    child.append(Chats.onePair().json());
    assertThat(Bench.outgoing(child.request())).isEqualTo(child.conversation());
    assertThat(prunes()).isTrue();

    child.shutdown();
    assertThat(prunes()).isTrue();
    assertThat(child.failures()).isEmpty();
  }

  @Test
  @Tag("B71")
  void leavesAForeignPruneCommandToItsOwner() {
    bench.close();
    bench = Bench.bare(folder, PiSettings.standard(SESSION));
    new LedgerFile(SESSION).pair("a1", "a2", Chats.PATH, Chats.BODY).write(bench.data, 1);
    bench.pi.append(Chats.onePair().json());
    bench.pi.loadSource(
        "/x.js",
        "(pi) => pi.registerCommand('prune', { description: 'theirs', handler: (a, c) => c.ui.notify('theirs ' + a) })");
    bench.pi.loadShim(Bench.EXTENSION, bench.config, recording);
    bench.pi.start("startup");

    bench.pi.command("/prune status");
    assertThat(bench.saidLast()).isEqualTo("theirs status");
    assertThat(noticed("/jev-prune")).hasSize(1);
    bench.pi.command("/jev-prune help");
    assertThat(bench.saidLast()).contains("approve");
    assertThat(prunes()).isTrue();
  }

  @Test
  @Tag("B71")
  void runsOnceWhenTwoCopiesAreInstalled() {
    bench.pi.loadShim(SECOND_COPY, bench.config, recording);
    bench.pi.start("startup");
    bench.settle();

    assertThat(bench.pi.command("/prune help").value()).isEqualTo("\"handled\"");
    assertThat(bench.pi.command("/prune:2 help").value()).isEqualTo("\"unknown\"");
    assertThat(noticed("twice")).hasSize(1);
    assertThat(prunes()).isTrue();
  }

  @Test
  void staysSilentAfterTheSessionHasEnded() {
    bench.pi.start("startup");
    bench.pi.shutdown();
    int before = requests.size();
    bench.settle();
    bench.pi.beginTurn();
    bench.pi.endTurn();
    bench.settle();
    assertThat(requests).hasSize(before);
  }

  @Test
  void neverWritesToTheSession() {
    String before = bench.pi.conversation();
    bench.pi.start("startup");
    assertThat(prunes()).isTrue();
    bench.pi.command("/prune");
    bench.settle();
    assertThat(bench.pi.conversation()).isEqualTo(before);
  }
}
