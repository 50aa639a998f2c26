package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.QuarterTokens;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stale and superseded reads, as a user of Pi sees them. */
class LifecycleCommandTest {
  private static final String SESSION = "s-1";
  private static final String OLD = "answer = 41 # the text before the edit; ".repeat(20);
  private static final String NEW = "answer = 42 # the text behind the edit; ".repeat(20);
  private static final String LOG = "12:00 started, and a line of a growing log; ".repeat(20);

  private static final TokenCounter TOKENS = new QuarterTokens();

  private static final String COMPONENT =
      """
      pipeline: [readlifecycle]
      components: {readlifecycle: {cold_cache: true}}
      """;

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void start() throws IOException {
    bench = load("", PiSettings.standard(SESSION));
  }

  /** A Pi that starts with these settings. */
  private void open(String config) throws IOException {
    open(config, PiSettings.standard(SESSION));
  }

  private void open(String config, PiSettings pi) throws IOException {
    bench.close();
    bench = load(config, pi);
  }

  private Bench load(String config, PiSettings pi) throws IOException {
    Files.createDirectories(folder.resolve("data"));
    if (!config.isEmpty()) {
      Files.writeString(folder.resolve("data/config.yaml"), config);
    }
    Bench loaded = Bench.load(folder, pi, workerFor(folder));
    loaded.pi.start("startup");
    return loaded;
  }

  /** The worker's own code for the settings in that folder, with tokens counted from the start. */
  static Transport workerFor(Path folder) {
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    return new WorkerTransport(new RequestHandler(folder.resolve("data"), clock, TOKENS, "0.1.0"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** One stale read (r1), one superseded one (p1), one repeat (a1), in turns that are over. */
  private static PiMessages chat() {
    PiMessages chat =
        new PiMessages()
            .user("Correct the answer.")
            .read("r1", "answer.toml", OLD)
            .read("p1", "run.log", LOG)
            .read("a1", Chats.PATH, Chats.BODY)
            .call("e1", "edit", "{\"path\":\"./answer.toml\",\"edits\":[]}")
            .result("e1", "edit", "done")
            .read("r2", "answer.toml", NEW)
            .read("p2", "run.log", LOG + "12:01 and one line more")
            .read("a2", Chats.PATH, Chats.BODY)
            .assistant("Corrected.")
            .user("Now run it.");
    return Chats.later(chat, 17);
  }

  private String run(String line) {
    return bench.told(line);
  }

  private String sent() {
    return bench.sent();
  }

  /** Whether a result with exactly this text is sent. */
  private boolean holds(String body) {
    return sent().contains("\"text\":" + PiSettings.quote(body) + "}");
  }

  @Test
  void listsEachClassApartAndChoosesTheRepeatsAlone() {
    bench.pi.append(chat().json());
    bench.pi.answer(true);
    String said = run("/prune");
    assertThat(said)
        .contains("Exact repeats")
        .contains("Superseded reads: the same part of the file was read again later:")
        .contains("run.log")
        .contains("Stale reads: the file was edited later, so the text is out of date:")
        .contains("answer.toml")
        .contains("not replaced by an equal one")
        .contains("1 repeated read will be left out");
    assertThat(holds(OLD)).isTrue();
    assertThat(holds(LOG)).isTrue();
  }

  @Test
  void approvesAClassAndTakesItBack() {
    bench.pi.append(chat().json());
    assertThat(run("/prune approve stale")).contains("1 stale read will be left out");
    assertThat(holds(OLD)).isFalse();
    assertThat(holds(NEW)).isTrue();
    assertThat(holds(LOG)).isTrue();
    assertThat(sent())
        .contains(
            "[Jev prune: this read of answer.toml is left out, the file was modified later in the"
                + " conversation; the file itself is intact]");
    assertThat(run("/prune approve superseded")).contains("1 superseded read");
    assertThat(sent()).contains("this read of run.log is left out, the same part was read again");
    assertThat(run("/prune undo stale")).contains("1 original goes out again");
    assertThat(holds(OLD)).isTrue();
    assertThat(sent()).contains("this read of run.log is left out");
    assertThat(run("/prune undo repeats")).contains("nothing is left out");
  }

  @Test
  void approvesAllClassesAndTheNextRequestIsSmallerByWhatWasListed() {
    bench.pi.append(chat().json());
    String listed = run("/prune");
    long promised = TextBytes.numberIn("All classes: Together ([0-9,]+) bytes", listed);
    long before = TextBytes.ofResults(sent());
    assertThat(run("/prune approve all"))
        .contains("1 repeated read, 1 superseded read and 1 stale read");
    assertThat(before - TextBytes.ofResults(sent())).isEqualTo(promised).isPositive();
    assertThat(run("/prune")).contains("3 left out already").doesNotContain("Stale reads");
  }

  @Test
  void aRewindToBeforeTheEditBringsTheOriginalBack() throws IOException {
    String early =
        bench.pi.append(new PiMessages().user("Look.").read("r1", "answer.toml", OLD).json());
    bench.pi.append(
        Chats.later(
                new PiMessages()
                    .call("e1", "edit", "{\"path\":\"answer.toml\",\"edits\":[]}")
                    .result("e1", "edit", "done")
                    .user("Go on."),
                20)
            .json());
    run("/prune approve stale");
    assertThat(holds(OLD)).isFalse();
    bench.pi.tree(early);
    bench.pi.append(Chats.later(new PiMessages().user("Other way."), 20).json());
    assertThat(holds(OLD)).isTrue();
  }

  @Test
  void editRevertAndReadAgainKeepsTheNewRead() throws IOException {
    PiMessages chat =
        new PiMessages()
            .user("Try it.")
            .read("x1", "answer.toml", OLD)
            .call("e1", "edit", "{\"path\":\"answer.toml\"}")
            .result("e1", "edit", "done")
            .call("e2", "edit", "{\"path\":\"answer.toml\"}")
            .result("e2", "edit", "reverted")
            .read("x2", "answer.toml", OLD)
            .user("Go on.");
    bench.pi.append(Chats.later(chat, 17).json());
    run("/prune approve all");
    assertThat(holds(OLD)).isTrue();
    assertThat(sent()).contains(LedgerFile.marker("x2"));
  }

  @Test
  void twoFilesWithEqualTextAreNotEachOthersCopies() throws IOException {
    PiMessages chat =
        new PiMessages()
            .user("Look.")
            .read("x", "one.toml", OLD)
            .read("y", "two.toml", OLD)
            .call("e1", "edit", "{\"path\":\"two.toml\"}")
            .result("e1", "edit", "done")
            .user("Go on.");
    bench.pi.append(Chats.later(chat, 17).json());
    run("/prune approve all");
    assertThat(sent()).contains("this read of two.toml").doesNotContain("this read of one.toml");
  }

  @Test
  @Tag("B14")
  void anEditThatFailedMakesNothingStale() throws IOException {
    PiMessages chat =
        new PiMessages()
            .user("Look.")
            .read("x", "one.toml", OLD)
            .call("e1", "edit", "{\"path\":\"one.toml\"}")
            .raw(
                "{\"role\":\"toolResult\",\"toolCallId\":\"e1\",\"toolName\":\"edit\",\"content\":"
                    + "[{\"type\":\"text\",\"text\":\"denied\"}],\"isError\":true,\"timestamp\":1}")
            .user("Go on.");
    bench.pi.append(Chats.later(chat, 17).json());
    assertThat(run("/prune")).doesNotContain("Stale reads");
  }

  @Test
  void leavesAStaleReadOutOnAColdTurnAndGivesItBack() throws IOException {
    open(COMPONENT + "cache: {ttl_seconds: 1}\n");
    bench.pi.append(chat().json());
    bench.host.advance(Duration.ofHours(1));
    String sent = sent();
    assertThat(sent)
        .contains("this read of answer.toml is left out")
        .contains("the tool jev_prune_expand gives this older text back: ");
    assertThat(sent()).as("frozen").isEqualTo(sent);
    String id = sent.replaceAll("(?s).*answer.toml[^\\]]*back: ([0-9a-f]{12})\\].*", "$1");
    String given = bench.pi.tool("jev_prune_expand", "{\"id\":\"" + id + "\"}").value();
    assertThat(given).contains("\"text\":" + PiSettings.quote(OLD));
    // Only what a marker names is taken: by those digits the worker keeps the text from then on.
    for (String other : List.of("ffffffffffff", id.substring(0, 8), "r1")) {
      assertThat(bench.pi.tool("jev_prune_expand", "{\"id\":\"" + other + "\"}").error().orElse(""))
          .as(other)
          .contains("left out nothing with the id");
    }
  }

  /** Deletes what the worker keeps of that kind, as a disk that lost it. */
  private void lose(String... kinds) throws IOException {
    Path state = bench.data.resolve("state").resolve(Bench.PROFILE);
    for (String kind : kinds) {
      try (Stream<Path> files = Files.list(state.resolve(kind))) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
    Files.writeString(state.resolve("generation"), "lost " + kinds.length + kinds[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "pipeline: [readlifecycle]\n"})
  void aMarkerThatWasOnTheWireStaysWhenTheLedgerIsLost(String config) throws IOException {
    open(config);
    bench.pi.append(chat().json());
    run("/prune approve all");
    String pruned = sent();
    assertThat(pruned).contains("was modified later").contains(LedgerFile.marker("a2"));
    lose("ledger");
    assertThat(sent()).as("in the running session").isEqualTo(pruned);
    open("");
    bench.pi.append(chat().json());
    assertThat(sent()).as("after a restart").isEqualTo(pruned);
    Path ledgers = bench.data.resolve("state").resolve(Bench.PROFILE).resolve("ledger");
    assertThat(ledgers.toFile().list()).as("written anew").hasSize(1);
    assertThat(run("/prune undo all")).contains("3 originals go out again");
    lose("ledger");
    assertThat(sent()).as("what was taken back stays away").isEqualTo(bench.pi.conversation());
  }

  @Test
  void whatWasNeverDecidedIsNotDerivedOnAWarmTurn() throws IOException {
    open(COMPONENT);
    bench.pi.append(chat().json());
    run("/prune approve stale");
    assertThat(holds(OLD)).isFalse();
    lose("ledger");
    assertThat(holds(OLD)).isFalse();
    assertThat(holds(LOG)).as("superseded, but never left out").isTrue();
    lose("ledger", "taken");
    assertThat(sent()).as("nobody knows any more").isEqualTo(bench.pi.conversation());
  }

  @ParameterizedTest
  @CsvSource({
    "off, '[Jev prune: older read left out]'",
    "summary, '[Jev prune: this read of answer.toml is left out, the file was modified later in the"
        + " conversation; the file itself is intact]'",
  })
  void theMarkerSaysNoMoreThanItsMode(String mode, String marker) throws IOException {
    String component =
        "components: {readlifecycle: {cold_cache: true, marker_mode: \"" + mode + "\"}}\n";
    open(component);
    bench.pi.append(chat().json());
    run("/prune approve stale");
    assertThat(holds(marker)).as("what the user approves").isTrue();
    run("/prune undo stale");

    open("pipeline: [readlifecycle]\n" + component + "cache: {ttl_seconds: 1}\n");
    bench.pi.append(chat().json());
    bench.host.advance(Duration.ofHours(1));
    assertThat(holds(marker)).as("what is decided on a cold turn").isTrue();
    assertThat(holds(OLD)).isFalse();
    assertThat(sent()).doesNotContain("jev_prune_expand");
    assertThat(bench.pi.tool("jev_prune_expand", "{\"id\":\"ffffffffffff\"}").value())
        .isEqualTo("\"unknown\"");
    assertThat(run("/prune show r1")).as("a person can read it all the same").contains(OLD);
  }

  @Test
  @Tag("B23")
  void aMarkerNamesTheToolOnlyInAProcessThatOffersIt() throws IOException {
    bench.pi.append(chat().json()); // started while the component was off
    Files.writeString(folder.resolve("data/config.yaml"), COMPONENT);
    run("/prune approve stale");
    assertThat(sent()).contains("this read of answer.toml").doesNotContain("jev_prune_expand");
  }

  @Test
  void textThatLooksLikeAMarkerIsTheUsersOwn() throws IOException {
    String around = "notes: [Jev prune: older read left out]\n".repeat(20);
    String whole = "[Jev prune: " + "what we write about our markers; ".repeat(20) + "]";
    PiMessages chat =
        new PiMessages()
            .user("Look.")
            .read("x", "notes.md", around)
            .read("y", "marker.txt", whole)
            .read("z", "fresh.txt", whole)
            .call("e1", "edit", "{\"path\":\"notes.md\"}")
            .result("e1", "edit", "done")
            .call("e2", "edit", "{\"path\":\"marker.txt\"}")
            .result("e2", "edit", "done")
            .user("Go on.");
    bench.pi.append(Chats.later(chat, 17).json());
    assertThat(run("/prune")).contains("notes.md").contains("marker.txt").contains("0 left out");
    assertThat(run("/prune approve stale")).contains("2 stale reads");
    assertThat(holds(around)).isFalse();
    assertThat(sent()).contains("this read of marker.txt is left out");
    assertThat(holds(whole)).as("the fresh one stays").isTrue();
    assertThat(run("/prune")).contains("2 left out already");
  }

  @Test
  @Tag("B25")
  void aListThatHoldsOurMarkersAlreadyStaysAsItIs() {
    bench.pi.append(chat().json());
    run("/prune approve all");
    String sent = sent();
    for (int again = 0; again < 3; again++) {
      assertThat(Bench.outgoing(bench.pi.request(sent))).isEqualTo(sent);
    }
  }

  @Test
  void keepsEverythingOnAWarmTurn() throws IOException {
    open(COMPONENT);
    bench.pi.append(chat().json());
    assertThat(sent()).isEqualTo(bench.pi.conversation());
    assertThat(run("/prune stats")).contains("cached_prefix");
  }

  @Test
  void observesWithoutLeavingAnythingOut() throws IOException {
    open("mode: observe\n");
    bench.pi.append(chat().json());
    run("/prune approve all");
    assertThat(sent()).isEqualTo(bench.pi.conversation());
    assertThat(run("/prune status")).contains("observing").contains("3 left out");
  }

  @Test
  void anOffSettingSwitchesEverythingOff() throws IOException {
    open("mode: off\n");
    bench.pi.append(chat().json());
    assertThat(run("/prune status")).contains("off (mode: off in config.yaml)");
    assertThat(sent()).isEqualTo(bench.pi.conversation());
  }

  @Test
  @Tag("B32")
  void theMarkerIsTheSameInAFork() throws IOException {
    Path file = folder.resolve("parent.jsonl");
    Files.writeString(file, "{\"type\":\"session\",\"version\":3,\"id\":\"" + SESSION + "\"}\n");
    open("", PiSettings.standard(SESSION).storedIn(file.toRealPath().toString()));
    bench.pi.append(chat().json());
    run("/prune approve all");
    String sent = sent();
    bench.pi.fork("s-2", folder.resolve("child.jsonl").toString(), Optional.empty());
    bench.settle();
    assertThat(sent()).isEqualTo(sent);
  }

  @Test
  void aBodyThatThePairOfAReceiptRestsOnIsPinned() throws IOException {
    PiMessages chat =
        new PiMessages()
            .user("Look.")
            .read("a1", "one.toml", OLD)
            .read("a2", "one.toml", OLD)
            .call("e1", "edit", "{\"path\":\"one.toml\"}")
            .result("e1", "edit", "done")
            .user("Go on.");
    bench.pi.append(Chats.later(chat, 17).json());
    run("/prune approve");
    assertThat(run("/prune why")).contains("pinned_witness");
    run("/prune approve stale");
    assertThat(sent()).contains(LedgerFile.marker("a2"));
    assertThat(holds(OLD)).isTrue();
  }
}
