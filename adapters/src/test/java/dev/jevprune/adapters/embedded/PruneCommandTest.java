package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code /prune} as a user types it: the shim's files, the worker's code, no socket between them.
 */
class PruneCommandTest {
  private static final String SESSION = "s-1";

  @TempDir Path folder;
  private Bench bench;
  private Transport worker;

  @BeforeEach
  void open() {
    open(HostSettings.in(folder), PiSettings.standard(SESSION));
    bench.pi.append(Chats.onePair().json());
  }

  private void open(HostSettings settings, PiSettings pi) {
    worker = workerFor(settings.folder());
    bench = Bench.load(settings, pi, (request, answer) -> worker.call(request, answer));
    bench.pi.start("startup");
  }

  static Transport workerFor(Path folder) {
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    return new WorkerTransport(
        new RequestHandler(folder.resolve("data"), clock, TokenCounter.none(), "0.1.0"));
  }

  private void reopen(HostSettings settings, PiSettings pi, PiMessages chat) {
    bench.close();
    open(settings, pi);
    bench.pi.append(chat.json());
  }

  private void reopen(PiSettings.Mode mode) {
    reopen(HostSettings.in(folder), PiSettings.standard(SESSION).with(mode), Chats.onePair());
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** Runs a command; what it said, wherever it said it. */
  private List<String> run(String line) {
    int notices = bench.pi.notices().size();
    int printed = bench.host.printed().size();
    Pending command = bench.pi.command(line);
    assertThat(command.settled()).isTrue();
    assertThat(command.value()).isEqualTo("\"handled\"");
    List<String> said = new ArrayList<>();
    bench.pi.notices().stream().skip(notices).forEach(each -> said.add(each.message()));
    bench.host.printed().stream().skip(printed).forEach(said::add);
    return said;
  }

  private boolean pruned() {
    return bench.outgoing().contains(LedgerFile.marker("a2"));
  }

  private boolean whole() {
    return bench.outgoing().equals(bench.pi.conversation());
  }

  @ParameterizedTest
  @EnumSource(
      value = PiSettings.Mode.class,
      names = {"TUI", "RPC"})
  void listsThePairAndLeavesItOutAfterAYes(PiSettings.Mode mode) {
    reopen(mode);
    assertThat(whole()).isTrue();
    bench.pi.answer(true);
    List<String> said = run("/prune");
    assertThat(said).hasSize(2);
    assertThat(said.get(0)).contains(Chats.PATH).contains(String.valueOf(Chats.BODY.length()));
    assertThat(bench.pi.asked()).hasSize(1);
    assertThat(pruned()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(PiSettings.Mode.class)
  void worksTheSameOnTheOldGeneration(PiSettings.Mode mode) {
    reopen(HostSettings.in(folder), PiSettings.standard(SESSION).with(mode).old(), Chats.onePair());
    run("/prune approve");
    assertThat(pruned()).isTrue();
    bench.pi.reload();
    assertThat(pruned()).isTrue();
    run("/prune undo");
    assertThat(whole()).isTrue();
  }

  @Test
  void changesNothingAfterANo() {
    bench.pi.answer(false);
    run("/prune");
    assertThat(bench.saidLast()).contains("nothing changed");
    assertThat(whole()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = PiSettings.Mode.class,
      names = {"PRINT", "JSON"})
  void listsWithoutAUserInterfaceAndWaitsForTheWord(PiSettings.Mode mode) {
    reopen(mode);
    List<String> said = run("/prune");
    assertThat(said.get(0)).contains(Chats.PATH);
    assertThat(said.get(said.size() - 1)).contains("/prune approve");
    assertThat(bench.pi.asked()).isEmpty();
    assertThat(whole()).isTrue();
    run("/prune approve");
    assertThat(pruned()).isTrue();
  }

  @Test
  void findsThePairInTheBranchBeforeTheFirstRequest() {
    run("/prune approve");
    assertThat(pruned()).isTrue();
  }

  @Test
  void looksAtTheBranchAgainAfterTheTreeWasSwitched() {
    bench.outgoing();
    bench.pi.tree("10000001");
    assertThat(run("/prune").get(0)).doesNotContain(Chats.PATH);
  }

  @Test
  @Tag("B06")
  void findsThePairBehindACompactionAndAnOrphanResult() {
    bench.compactedBetweenCallAndResult();

    run("/prune approve");

    String sent = bench.outgoing();
    assertThat(sent).contains(LedgerFile.marker("c2")).doesNotContain(LedgerFile.marker("a2"));
    assertThat(sent.split(Pattern.quote(Chats.BODY.replace("\n", "\\n")), -1))
        .as("orphan and witness stay")
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/prune",
        "/prune approve",
        "/prune undo",
        "/prune off",
        "/prune on",
        "/prune why"
      })
  void refusesInTheMiddleOfATurn(String line) {
    bench.pi.beginTurn();
    bench.outgoing();
    assertThat(run(line)).singleElement().asString().contains("turn is running");
    assertThat(whole()).isTrue();
  }

  @Test
  void asksButDecidesNothingWhenATurnBeganMeanwhile() {
    bench.pi.tamper(
        "(pi) => { pi.hooks.context = (c) => { Object.defineProperty(c, 'ui', { value: { notify: (message, type) => pi.notices.push({ message, type: type ?? 'info' }), confirm: async () => { pi.idle = false; return true; } } }); return c; }; }");
    run("/prune");
    assertThat(bench.saidLast()).contains("turn is running");
    assertThat(whole()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/prune status", "/prune show a1", "/prune help"})
  void tellsInTheMiddleOfATurn(String line) {
    bench.pi.beginTurn();
    assertThat(run(line)).singleElement().asString().doesNotContain("turn is running");
  }

  @Test
  void survivesADialogThatIsStillOpenWhenTheSessionEnds() {
    bench.pi.answer("never");
    Pending command = bench.pi.command("/prune");
    assertThat(command.settled()).isFalse();
    bench.pi.newSession("s-2");
    bench.settle();
    assertThat(bench.host.crashes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givesOneReasonForEachKeptReadAndTheCountsAddUp(boolean approved) {
    if (approved) {
      run("/prune approve");
      bench.outgoing();
    }
    String why = run("/prune why").get(0);
    Matcher counts =
        Pattern.compile(
                "(\\d+) reads?: (\\d+) can be left out, (\\d+) left out already, (\\d+) kept")
            .matcher(why);
    assertThat(counts.find()).as(why).isTrue();
    int kept = Integer.parseInt(counts.group(4));
    assertThat(Integer.parseInt(counts.group(1)))
        .isEqualTo(3)
        .isEqualTo(Integer.parseInt(counts.group(2)) + Integer.parseInt(counts.group(3)) + kept);
    assertThat(counts.group(approved ? 3 : 2)).isEqualTo("1");
    assertThat(
            why.lines().filter(line -> Pattern.compile("  [ab]\\d  \\w+: ").matcher(line).find()))
        .hasSize(kept);
  }

  @Test
  void showsTheOriginalBodyOfWhatIsLeftOut() {
    run("/prune approve");
    assertThat(pruned()).isTrue();
    assertThat(run("/prune show a1")).containsExactly(Chats.BODY);
    assertThat(run("/prune show 1")).containsExactly(Chats.BODY);
    assertThat(run("/prune show nothing")).singleElement().asString().contains("nothing");
  }

  @Test
  void sendsTheOriginalAgainAfterUndo() {
    run("/prune approve");
    assertThat(pruned()).isTrue();
    run("/prune undo");
    assertThat(whole()).isTrue();
    run("/prune approve 1");
    assertThat(pruned()).isTrue();
    run("/prune undo all");
    assertThat(whole()).isTrue();
    run("/prune approve a1");
    assertThat(pruned()).isTrue();
    run("/prune undo a1");
    assertThat(whole()).isTrue();
  }

  @Test
  void switchesASessionOffAndOn() {
    run("/prune approve");
    run("/prune off");
    assertThat(whole()).isTrue();
    assertThat(run("/prune status").get(0)).contains("off");
    run("/prune approve");
    assertThat(whole()).isTrue();
    run("/prune on");
    assertThat(pruned()).isTrue();
  }

  @Test
  void saysWhatIsLeftOutNow() {
    run("/prune approve");
    bench.outgoing();
    String status = run("/prune status").get(0);
    assertThat(status).contains("1 left out", "0 invalid", Chats.PATH, "0.1.0");
  }

  @Test
  void doesNothingUnderTheSwitchFromOutside() {
    reopen(
        HostSettings.in(folder).with(Map.of("JEV_PRUNE_OFF", "1")),
        PiSettings.standard(SESSION),
        Chats.onePair());
    for (String line : List.of("/prune", "/prune approve", "/prune on")) {
      assertThat(run(line)).singleElement().asString().contains("JEV_PRUNE_OFF");
    }
    assertThat(whole()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/prune approve 7",
        "/prune approve zz",
        "/prune frobnicate",
        "/prune show",
        "/prune undo 3",
        "/prune approve __proto__",
        "/prune constructor"
      })
  void answersAWordItDoesNotKnowAndChangesNothing(String line) {
    bench.outgoing();
    assertThat(run(line)).singleElement().asString().isNotBlank();
    assertThat(whole()).isTrue();
  }

  @Test
  void saysSoWhenNothingWasSaidYet() {
    reopen(HostSettings.in(folder), PiSettings.standard("s-empty"), new PiMessages());
    assertThat(run("/prune")).singleElement().asString().contains("no messages");
  }

  @Test
  void refusesAnApprovalOfAListThatHasChangedMeanwhile() {
    Transport own = worker;
    worker =
        (request, answer) -> {
          if (request.contains("\"op\":\"approve\"")) {
            new LedgerFile(SESSION).write(bench.data, 9);
          }
          own.call(request, answer);
        };
    run("/prune approve");
    assertThat(bench.saidLast()).contains("Type /prune again");
    assertThat(whole()).isTrue();
  }

  @Test
  void keepsDecisionsInAForkWhoseParentIsKnown() throws Exception {
    Path file = folder.toRealPath().resolve("parent.jsonl");
    Files.writeString(file, "{\"type\":\"session\",\"version\":3,\"id\":\"" + SESSION + "\"}\n");
    reopen(
        HostSettings.in(folder),
        PiSettings.standard(SESSION).storedIn(file.toString()),
        Chats.onePair());
    run("/prune approve");
    bench.pi.fork("s-fork", folder.resolve("fork.jsonl").toString(), Optional.empty());
    assertThat(pruned()).isTrue();
    run("/prune undo");
    assertThat(whole()).as("the copy has decisions of its own").isTrue();
    bench.pi.fork("s-fork-2", folder.resolve("fork2.jsonl").toString(), Optional.empty());
    assertThat(whole()).as("its parent is the copy").isTrue();
  }
}
