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
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pruning was worth, when it is left to cold turns, and when it only looks. */
class PruneMeterTest {
  private static final String SESSION = "s-1";
  private static final String BODY = "answer = 41 # a line of a file that is read; ".repeat(20);
  private static final TokenCounter TOKENS = new QuarterTokens();

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void start() throws IOException {
    bench = load("");
  }

  /** A Pi that starts with these settings. */
  private void open(String config) throws IOException {
    bench.close();
    bench = load(config);
  }

  private Bench load(String config) throws IOException {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/config.yaml"), config);
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    RequestHandler handler = new RequestHandler(folder.resolve("data"), clock, TOKENS, "0.1.0");
    Bench loaded = Bench.load(folder, PiSettings.standard(SESSION), new WorkerTransport(handler));
    loaded.pi.start("startup");
    loaded.pi.append(chat("").json());
    return loaded;
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** A file that is read twice with the same text, in a turn that is over. */
  private static PiMessages chat(String suffix) {
    PiMessages chat =
        new PiMessages()
            .user("Look.")
            .read("a1" + suffix, "one" + suffix + ".toml", BODY)
            .read("a2" + suffix, "one" + suffix + ".toml", BODY)
            .assistant("Seen.")
            .user("Now run it.");
    return Chats.later(chat, 17);
  }

  private String run(String line) {
    return bench.told(line);
  }

  private String sent() {
    return bench.sent();
  }

  /** The answer to the last request, as Pi tells of it. */
  private void answered(int input, int read, int written) {
    bench.pi.emit(
        "message_end",
        "{\"message\":{\"role\":\"assistant\",\"provider\":\"anthropic\",\"model\":\"claude-opus-5\","
            + "\"stopReason\":\"stop\",\"usage\":{\"input\":%d,\"cacheRead\":%d,\"cacheWrite\":%d,\"output\":7,\"totalTokens\":9}}}"
                .formatted(input, read, written));
  }

  @Test
  @Tag("B27")
  @Tag("B92")
  void statsHoldWhatWasLeftOutAgainstWhatWasBilled() {
    answered(1, 100, 0);
    run("/prune approve");
    long saved = TextBytes.ofResults(bench.pi.conversation()) - TextBytes.ofResults(sent());
    answered(5, 1_000, 300);
    sent();
    answered(5, 1_200, 10);
    String said = run("/prune stats");
    assertThat(said)
        .contains("2 requests, 2 with something left out. The provider reported 3 answers.")
        .contains("Left out of 2 answered requests: %,d bytes".formatted(2 * saved))
        .contains("once for each of 1 body: %,d bytes".formatted(saved))
        .contains("2,520 tokens, of these 2,200 read from the cache, 310 written to it, 10 neither")
        .contains("behind 1 change in a warm cache and 0 in a cold one")
        .contains("Net: -")
        .contains("In dollars: -$")
        .contains("list prices of");
  }

  @Test
  @Tag("B91")
  void aCompactionTakesTheBodyAndTheCountWithIt() {
    run("/prune approve");
    sent();
    answered(5, 1_000, 300);
    bench.pi.compact(bench.pi.append(new PiMessages().user("Go on.").json()), Optional.empty());
    sent();
    answered(5, 100, 30);
    assertThat(run("/prune stats"))
        .contains("2 requests, 1 with something left out. The provider reported 2 answers.")
        .contains("Left out of 1 answered request:")
        .contains("1,305 tokens, of these 1,000 read");
  }

  @Test
  @Tag("B90")
  void nothingToLeaveOutSavesNothing() {
    sent();
    answered(5, 1_000, 300);
    assertThat(run("/prune stats"))
        .contains("1 request, 0 with something left out. The provider reported 1 answer.")
        .contains("saved 0, lost 0");
  }

  @Test
  void leavesRepeatsOutOnAColdTurnAndNoneOnAWarmOne() throws IOException {
    open("auto: cold\ncache: {ttl_seconds: 7200}\n");
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent()).as("warm").isEqualTo(bench.pi.conversation());
    bench.host.advance(Duration.ofHours(2));
    String cold = sent();
    assertThat(cold).contains(LedgerFile.marker("a2"));
    answered(900, 0, 0);
    assertThat(run("/prune stats")).contains("behind 0 changes in a warm cache and 1 in a cold");
  }

  @Test
  void takesWhatIsDueInOneBatchOnAColdTurn() throws IOException {
    open("auto: cold\ncache: {ttl_seconds: 7200}\n");
    bench.pi.append(chat("x").json());
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent()).as("warm").isEqualTo(bench.pi.conversation());
    bench.host.advance(Duration.ofHours(2));
    assertThat(sent()).contains(LedgerFile.marker("a2")).contains(LedgerFile.marker("a2x"));
  }

  @Test
  void whatIsApprovedInAWarmCacheGoesOutOnTheNextColdTurn() throws IOException {
    open("auto: cold\ncache: {ttl_seconds: 7200}\n");
    bench.host.advance(Duration.ofHours(1));
    assertThat(run("/prune approve"))
        .contains("will be left out from the next cold turn on (auto: cold)")
        .contains("nothing is written to the prompt cache again");
    assertThat(sent()).as("warm").isEqualTo(bench.pi.conversation());
    answered(5, 1_000, 300);
    assertThat(run("/prune")).contains("held back: with auto: cold until a cold turn");
    bench.host.advance(Duration.ofHours(2));
    String cold = sent();
    assertThat(cold).as("cold").contains(LedgerFile.marker("a2"));
    assertThat(sent()).as("warm again").isEqualTo(cold);
    answered(900, 0, 0);
    assertThat(run("/prune stats"))
        .contains("behind 0 changes in a warm cache")
        .contains("2 with something left out");
  }

  @Test
  void observingCountsAnApprovalAtOnce() throws IOException {
    open("mode: observe\nauto: cold\ncache: {ttl_seconds: 7200}\n");
    bench.host.advance(Duration.ofHours(1));
    assertThat(run("/prune approve")).contains("1 repeated read will be left out");
    assertThat(sent()).isEqualTo(bench.pi.conversation());
    assertThat(run("/prune status")).contains("observing", "1 left out");
  }

  @Test
  void whatWaitsForAColdTurnCanBeTakenBack() throws IOException {
    open("auto: cold\ncache: {ttl_seconds: 7200}\n");
    bench.host.advance(Duration.ofHours(1));
    run("/prune approve");
    assertThat(run("/prune undo")).contains("1 decision taken back; nothing had been left out yet");
    run("/prune off");
    bench.host.advance(Duration.ofHours(3));
    assertThat(sent()).isEqualTo(bench.pi.conversation());
  }

  @Test
  void switchedOnInAWarmCacheItWaitsToo() throws IOException {
    open("auto: cold\ncache: {ttl_seconds: 7200}\n");
    bench.host.advance(Duration.ofHours(1));
    run("/prune approve");
    run("/prune off");
    assertThat(run("/prune on")).contains("1 decision for the next cold turn");
    assertThat(sent()).as("warm").isEqualTo(bench.pi.conversation());
    bench.host.advance(Duration.ofHours(2));
    assertThat(sent()).as("cold").contains(LedgerFile.marker("a2"));
  }

  @Test
  void neverDecidesByItselfUnlessTold() throws IOException {
    open("cache: {ttl_seconds: 1}\n");
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent()).isEqualTo(bench.pi.conversation());
  }

  @Test
  void observingComputesAndRecordsEverythingAndChangesNoByte() throws IOException {
    open(
        """
        mode: observe
        auto: cold
        pipeline: [readlifecycle]
        components: {readlifecycle: {cold_cache: true}}
        cache: {ttl_seconds: 1}
        """);
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent()).as("nothing by itself").isEqualTo(bench.pi.conversation());
    assertThat(run("/prune stats")).contains("1  observed");
    run("/prune approve");
    assertThat(sent()).as("nothing that was approved").isEqualTo(bench.pi.conversation());
    answered(5, 1_000, 300);
    assertThat(run("/prune stats"))
        .contains("Observed, not left out: ")
        .contains("over 1 request.")
        .contains("saved 0, lost 0");
  }
}
