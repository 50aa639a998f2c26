package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.adapters.worker.RequestHandler;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The question before an automatic compaction. The pair of {@link Chats} saves about 590 bytes, and
 * the counter of this test counts ten tokens a byte.
 */
class ChoiceTest {
  private static final int WINDOW = 128_000;
  private static final int RESERVE = 16_384;
  private static final int LIMIT = WINDOW - RESERVE;

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void open() {
    open(PiSettings.standard("s-1"));
  }

  private void open(PiSettings settings) {
    Clock clock = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    RequestHandler handler =
        new RequestHandler(folder.resolve("data"), clock, new TenTokensAByte(), "0.1.0");
    bench = Bench.choosing(folder, settings, new WorkerTransport(handler));
    bench.pi.start("startup");
    bench.pi.append(Chats.onePair().json());
    room(LIMIT + 1);
  }

  private void reopen(PiSettings settings) {
    bench.close();
    open(settings);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  /** What Pi counts before it compacts. */
  private void room(int tokens) {
    bench.pi.tamper(
        String.format(
            Locale.ROOT,
            "(pi) => { pi.preparation = { tokensBefore: %d, settings: { reserveTokens: %d } };"
                + " pi.model.contextWindow = %d; }",
            tokens,
            RESERVE,
            WINDOW));
  }

  /** Whether Pi compacted. */
  private boolean compacts(String reason) {
    Pending compaction =
        bench.pi.compact("10000005", reason.isEmpty() ? Optional.empty() : Optional.of(reason));
    assertThat(compaction.settled()).isTrue();
    return bench.pi.conversation().contains("compactionSummary");
  }

  private boolean pruned() {
    return bench.outgoing().contains(LedgerFile.marker("a2"));
  }

  private boolean aborted() {
    bench.pi.tamper("(pi) => { if (pi.aborted > 0) pi.status.set('aborted', 'yes'); }");
    return bench.pi.status().contains("yes");
  }

  /** An answer whose usage Pi would count from now on. */
  private void answered() {
    bench.pi.append(
        "[{\"role\":\"assistant\",\"content\":[],\"stopReason\":\"stop\","
            + "\"usage\":{\"totalTokens\":100}}]");
  }

  @Test
  void prunesAndGoesOnWhenThatIsEnough() {
    bench.pi.answer("Prune");
    assertThat(compacts("threshold")).isFalse();
    assertThat(pruned()).isTrue();
    assertThat(bench.pi.asked().get(0)).contains("111617 of 128000").contains("1 repeated read");
    assertThat(bench.saidLast()).contains("no compaction is needed now");
    assertThat(aborted()).isFalse();
  }

  @Test
  void remembersTheChoiceUntilAnAnswerReportsNewNumbers() {
    bench.pi.answer("Prune");
    compacts("threshold");
    assertThat(compacts("threshold")).isFalse();
    assertThat(compacts("threshold")).isFalse();
    assertThat(bench.pi.asked()).hasSize(1);
    answered();
    bench.pi.answer("Compact");
    assertThat(compacts("threshold")).isTrue();
    assertThat(bench.pi.asked()).hasSize(2);
  }

  @Test
  void offersCompactOrPauseWhenPruningIsNotEnough() {
    room(LIMIT + 50_000);
    bench.pi.answer("Prune");
    bench.pi.answer("Compact");
    assertThat(compacts("threshold")).isTrue();
    assertThat(bench.pi.asked()).hasSize(2);
    assertThat(bench.pi.asked().get(1)).contains("not known to be enough");
  }

  @Test
  void asksAgainWhenWhatCameSinceIsTooMuch() {
    bench.pi.answer("Prune");
    compacts("threshold");
    room(LIMIT + 50_000);
    bench.pi.answer("Pause");
    assertThat(compacts("threshold")).isFalse();
    assertThat(bench.pi.asked()).hasSize(2);
    assertThat(aborted()).isTrue();
  }

  @Test
  void letsPiCompactWhenTheUserSaysSo() {
    bench.pi.answer("Compact");
    assertThat(compacts("threshold")).isTrue();
    assertThat(pruned()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pause", "something else"})
  void stopsWhenTheUserPausesOrAnswersNothing(String answer) {
    bench.pi.answer(answer);
    assertThat(compacts("threshold")).isFalse();
    assertThat(aborted()).isTrue();
    assertThat(bench.saidLast()).contains("Send a message to go on").contains("/compact");
    assertThat(bench.outgoing()).isEqualTo(bench.pi.conversation());
  }

  @Test
  void resumesARunThatFailedForWantOfRoomWhenTheFitIsCertain() {
    room(WINDOW + 1);
    bench.pi.tamper(
        "(pi) => { pi.willRetry = true; pi.preparation.settings.reserveTokens = 1000; }");
    bench.pi.beginTurn();
    bench.pi.answer("Prune");
    assertThat(compacts("overflow")).isFalse();
    assertThat(bench.pi.given()).containsExactly("sendMessage");
    bench.pi.tamper("(pi) => { pi.sent.length = 0; }");
    bench.pi.endTurn();
  }

  @Test
  void doesNotResumeOnAGuess() {
    bench.pi.tamper("(pi) => { pi.willRetry = true; }");
    bench.pi.beginTurn();
    bench.pi.answer("Prune");
    bench.pi.answer("Pause");
    assertThat(compacts("overflow")).isFalse();
    assertThat(bench.pi.given()).isEmpty();
    assertThat(bench.saidLast()).contains("Send a message to go on");
    bench.pi.endTurn();
  }

  @Test
  void believesTheProviderAboutTheSizeOfTheRequest() {
    bench.pi.tamper(
        "(pi) => { pi.willRetry = true; pi.preparation.settings.reserveTokens = 1000; }");
    bench.pi.append(
        "[{\"role\":\"assistant\",\"content\":[],\"stopReason\":\"error\","
            + "\"errorMessage\":\"prompt is too long: 213,462 tokens > 128000 maximum\"}]");
    bench.pi.beginTurn();
    bench.pi.answer("Prune");
    bench.pi.answer("Compact");
    assertThat(compacts("overflow")).isTrue();
    assertThat(bench.pi.given()).isEmpty();
    bench.pi.endTurn();
  }

  @ParameterizedTest
  @ValueSource(strings = {"manual", "later", ""})
  @Tag("B94")
  void leavesAManualCompactionAndAnUnknownReasonAlone(String reason) {
    bench.pi.answer("Pause");
    assertThat(compacts(reason)).isTrue();
    assertThat(bench.pi.asked()).isEmpty();
  }

  @Test
  @Tag("B94")
  void leavesTheOldGenerationAloneWhichNamesNoReason() {
    reopen(PiSettings.standard("s-2").old());
    assertThat(compacts("")).isTrue();
    assertThat(bench.pi.asked()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = PiSettings.Mode.class,
      names = {"PRINT", "JSON"})
  @Tag("W40")
  void letsPiCompactWhereNobodyCanAnswer(PiSettings.Mode mode) {
    reopen(PiSettings.standard("s-3").with(mode));
    assertThat(compacts("overflow")).isTrue();
    assertThat(aborted()).isFalse();
  }

  @Test
  void hooksNothingUnlessItWasAskedFor() {
    bench.close();
    bench =
        Bench.load(folder, PiSettings.standard("s-4"), (request, answer) -> answer.fail("absent"));
    bench.pi.start("startup");
    bench.pi.append(Chats.onePair().json());
    bench.pi.answer("Pause");
    assertThat(compacts("threshold")).isTrue();
    assertThat(bench.pi.asked()).isEmpty();
  }

  @Test
  void asksWithoutNumbersWhenThereIsNoWorker() {
    bench.close();
    bench =
        Bench.choosing(
            folder, PiSettings.standard("s-5"), (request, answer) -> answer.fail("absent"));
    bench.pi.start("startup");
    bench.pi.append(Chats.onePair().json());
    room(LIMIT + 1);
    bench.pi.answer("Prune");
    bench.pi.answer("Compact");
    assertThat(compacts("threshold")).isTrue();
    assertThat(bench.pi.asked()).hasSize(2);
  }

  @Test
  void doesNotTakeAListThatNobodySawForTheOneTheUserSaw() {
    bench.pi.answer("Pause");
    compacts("threshold");
    bench.pi.command("/prune show 1");
    assertThat(bench.saidLast()).contains("no tool result with the id 1");
  }

  /** Makes the small bodies of the test worth a decision. */
  private static final class TenTokensAByte implements TokenCounter {
    @Override
    public void prepare() {}

    @Override
    public boolean ready(Duration patience) {
      return true;
    }

    @Override
    public long count(String text) {
      return 10L * text.length();
    }
  }
}
