package dev.jevprune.adapters.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.economics.Money;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyTest {
  private static final String OPUS = "claude-opus-5";

  @TempDir private Path folder;

  private static PolicyTally tally(SessionReport report, Policy policy) {
    return report.policies.getOrDefault(policy, new PolicyTally());
  }

  @Test
  @Tag("B27")
  void showsTheLossWhereAnOldRepeatChangesUnderALongWarmContext() throws IOException {
    String repeat = PiLog.body("A", 180);
    PiLog log = new PiLog(OPUS).user("go").read("A", repeat);
    for (int i = 0; i < 40; i++) {
      log.read("B" + i, PiLog.body("B" + i, 400));
    }
    log.read("A", repeat).user("next").turns(10);
    SessionReport report = log.measure(folder);
    PolicyTally tally = tally(report, Policy.EXACT_REPEATS);
    assertThat(tally.bodies).isEqualTo(1);
    assertThat(tally.grossRead).isPositive();
    assertThat(tally.reanchored).isGreaterThan(100_000);
    assertThat(tally.net).isLessThan(Money.ZERO);
    assertThat(tally.paidBack).isZero();
    // The policy that waits for a cold turn loses nothing.
    assertThat(tally(report, Policy.COLD_ONLY).net).isGreaterThanOrEqualTo(Money.ZERO);
    assertThat(String.join("\n", PiLog.measured(log.write(folder)).table())).contains("-$");
  }

  @Test
  @Tag("B27")
  void showsTheLossOfALargeOldReadThatBecomesStaleNearTheEnd() throws IOException {
    PiLog log = new PiLog(OPUS).user("go").read("big", PiLog.body("big", 3_000));
    for (int i = 0; i < 40; i++) {
      log.read("B" + i, PiLog.body("B" + i, 400));
    }
    SessionReport report = log.call("edit", "big", "done").turns(5).measure(folder);
    PolicyTally tally = tally(report, Policy.STALE_AT_DEPTH);
    assertThat(tally.uniqueTokens).isGreaterThan(25_000);
    assertThat(tally.net).isLessThan(Money.ZERO);
    assertThat(tally.medianNeeded()).isGreaterThan(tally.medianLeft());
  }

  @Test
  @Tag("B85")
  void countsAPruneThatIsReplayedOverFortyRequestsOnceAsUnique() throws IOException {
    SessionReport report =
        new PiLog(OPUS)
            .user("go")
            .read("A", PiLog.body("A", 100))
            .call("edit", "A", "done")
            .turns(40)
            .measure(folder);
    PolicyTally tally = tally(report, Policy.STALE_AT_DEPTH);
    assertThat(tally.bodies).isEqualTo(1);
    assertThat(tally.grossRead + tally.grossWritten).isEqualTo(40 * tally.uniqueTokens);
    assertThat(tally.repeatRead + tally.repeatWritten).isEqualTo(39 * tally.uniqueTokens);
  }

  @Test
  @Tag("B86")
  void followsTheBodiesAndNotTheirNumber() throws IOException {
    PolicyTally small = stale(40);
    PolicyTally large = stale(160);
    assertThat(large.bodies).isEqualTo(small.bodies);
    long marker = PiLog.body("A", 40).length() - small.uniqueBytes;
    assertThat(large.uniqueBytes).isEqualTo(PiLog.body("A", 160).length() - marker);
    assertThat(large.grossRead).isGreaterThan(3 * small.grossRead);
  }

  private PolicyTally stale(int lines) throws IOException {
    return tally(
        new PiLog(OPUS)
            .user("go")
            .read("A", PiLog.body("A", lines))
            .call("edit", "A", "done")
            .turns(5)
            .measure(folder),
        Policy.STALE_AT_DEPTH);
  }

  /**
   * The same conversation is measured again with the bodies replaced, as the wire would have it.
   */
  @Test
  @Tag("B89")
  void reportsWhatADiffOfTheTwoConversationsShows() throws IOException {
    String body = PiLog.body("A", 100);
    String marker =
        "[Jev prune: repeated read-result body omitted; retained witness:"
            + " toolu_01KxouCDRtmKRaJaynytRcRU]";
    SessionReport before = conversation(body);
    SessionReport after = conversation(marker);
    PolicyTally tally = tally(before, Policy.STALE_AT_DEPTH);
    assertThat(tally.bodies).isEqualTo(1);
    assertThat(before.counts.resultBytes - after.counts.resultBytes).isEqualTo(tally.uniqueBytes);
    // Two requests, that with the read and that with the edit's result, come before the decision.
    long sent = before.promptTokens - after.promptTokens;
    assertThat(sent - tally.uniqueTokens).isEqualTo(tally.grossRead + tally.grossWritten);
  }

  private SessionReport conversation(String body) throws IOException {
    return new PiLog(OPUS)
        .user("go")
        .read("A", body)
        .call("edit", "A", "done")
        .turns(6)
        .measure(folder);
  }

  @Test
  @Tag("B84")
  void neverLeavesAnImageOutAndCountsItAsNoText() throws IOException {
    SessionReport report =
        new PiLog(OPUS)
            .user("go")
            .readImage("logo.png")
            .readImage("logo.png")
            .call("edit", "logo.png", "done")
            .turns(20)
            .measure(folder);
    assertThat(report.counts.readBytes).isZero();
    assertThat(report.images).isEqualTo(2);
    assertThat(SessionReport.of(report.gates, Gate.NON_TEXT_BLOCKS).count).isEqualTo(2);
    for (Policy policy : Policy.values()) {
      assertThat(tally(report, policy).bodies).as(policy.title()).isZero();
    }
    assertThat(String.join("\n", PiLog.measured(folder.resolve("session.jsonl")).table()))
        .contains("2 results with images, whose cost is not known");
  }

  @Test
  @Tag("B90")
  void tellsApartNothingReadNothingToRemoveAndSomethingToRemove() throws IOException {
    assertThat(new PiLog(OPUS).user("go").turns(3).measure(folder).state()).isEqualTo("no_reads");
    SessionReport fresh =
        new PiLog(OPUS).user("go").read("A", PiLog.body("A", 50)).turns(3).measure(folder);
    assertThat(fresh.state()).isEqualTo("nothing_to_remove");
    for (Policy policy : Policy.values()) {
      assertThat(tally(fresh, policy).grossRead).isZero();
      assertThat(tally(fresh, policy).net).isEqualTo(Money.ZERO);
    }
    assertThat(String.join("\n", PiLog.measured(folder.resolve("session.jsonl")).table()))
        .contains("nothing to leave out");
    assertThat(conversation(PiLog.body("A", 50)).state()).isEqualTo("something_to_remove");
  }

  @Test
  @Tag("B91")
  void startsAnewBehindACompaction() throws IOException {
    String body = PiLog.body("A", 50);
    SessionReport report =
        new PiLog(OPUS)
            .user("go")
            .read("A", body)
            .turns(2)
            .compaction()
            .read("A", body)
            .call("edit", "A", "done")
            .turns(4)
            .measure(folder);
    assertThat(report.counts.segments).isEqualTo(2);
    assertThat(report.counts.exactRepeatReads).isZero();
    assertThat(report.counts.staleReads).isEqualTo(1);
    PolicyTally stale = tally(report, Policy.STALE_AT_DEPTH);
    assertThat(stale.bodies).isEqualTo(1);
    assertThat(stale.grossRead + stale.grossWritten).isEqualTo(4 * stale.uniqueTokens);
  }

  @Test
  @Tag("B92")
  void printsTheResidualBetweenItsEstimateAndTheBill() throws IOException {
    PiLog log =
        new PiLog(OPUS).user("go").billed(3, 0, 5000).billed(3, 5000, 40).billed(3, 5040, 40);
    SessionReport report = log.measure(folder);
    assertThat(report.billedRequests).isEqualTo(3);
    assertThat(report.billed.prompt()).isEqualTo(5003 + 5043 + 5083);
    assertThat(report.estimatedOfBilled).isEqualTo(report.promptTokens).isPositive();
    assertThat(String.join("\n", PiLog.measured(log.write(folder)).table()))
        .contains("Residual: billed 15,129 - estimated ")
        .contains("Tokens: bytes/4 estimate.");
  }

  @Test
  void takesAPauseLongerThanAnyCacheLivesForACold() throws IOException {
    String body = PiLog.body("A", 100);
    PiLog log = new PiLog(OPUS).user("go").read("A", body).call("edit", "A", "done").turns(3);
    assertThat(tally(log.measure(folder), Policy.COLD_ONLY).bodies).isZero();
    SessionReport rested = log.pause(4_000).turns(3).measure(folder);
    PolicyTally cold = tally(rested, Policy.COLD_ONLY);
    assertThat(cold.bodies).isEqualTo(1);
    assertThat(cold.reanchored).isZero();
    assertThat(cold.net).isGreaterThan(Money.ZERO);
    assertThat(rested.coldRequests).isEqualTo(2);
  }

  @Test
  void leavesANewReadOutBeforeItIsSentWhenItsTextIsThereAlready() throws IOException {
    String body = PiLog.body("A", 100);
    SessionReport report =
        new PiLog(OPUS).user("go").read("A", body).read("A", body).turns(3).measure(folder);
    PolicyTally tail = tally(report, Policy.TAIL);
    assertThat(tail.bodies).isEqualTo(1);
    assertThat(tail.reanchored).isZero();
    assertThat(tail.grossWritten).isEqualTo(tail.uniqueTokens);
    assertThat(tail.net).isGreaterThan(Money.ZERO);
  }

  @Test
  void addsPartsUpToTotalsExactly() throws IOException {
    PiLog log = new PiLog("claude-haiku-5-5").user("go");
    for (int i = 0; i < 30; i++) {
      log.read("A" + i % 7, PiLog.body("A" + i % 7, 300)).turns(1);
      if (i % 5 == 4) {
        log.call("edit", "A" + i % 7, "done");
      }
      if (i == 15) {
        log.pause(10_000).compaction();
      }
    }
    SessionReport report = log.measure(folder);
    assertThat(report.gates.values().stream().mapToLong(gate -> gate.count).sum())
        .isEqualTo(report.counts.allReads());
    assertThat(report.classes.values().stream().mapToLong(read -> read.bytes).sum())
        .isEqualTo(report.counts.readBytes);
    assertThat(report.tools.values().stream().mapToLong(tool -> tool.bytes).sum())
        .isEqualTo(report.counts.resultBytes);
    for (Policy policy : Policy.values()) {
      PolicyTally tally = tally(report, policy);
      assertThat(tally.grossRead + tally.grossWritten)
          .isEqualTo(tally.uniqueTokens + tally.repeatRead + tally.repeatWritten);
      assertThat(tally.net).isEqualTo(tally.gross.plus(tally.tier).minus(tally.reanchor));
    }
  }

  @Test
  void showsNoDollarsForAModelWithoutAPrice() throws IOException {
    PiLog log =
        new PiLog("mock-1")
            .user("go")
            .read("A", PiLog.body("A", 50))
            .call("edit", "A", "x")
            .turns(3);
    SessionReport report = log.measure(folder);
    assertThat(tally(report, Policy.STALE_AT_DEPTH).priced).isZero();
    MeasureReport all = PiLog.measured(log.write(folder));
    assertThat(String.join("\n", all.table())).contains("No dollars").doesNotContain("$");
    assertThat(all.json()).contains("\"usd_net\":null");
  }

  @Test
  void passesOverABrokenLineAndCountsIt() throws IOException {
    PiLog log =
        new PiLog(OPUS)
            .user("go")
            .raw("{\"type\":\"message\",\"mess")
            .raw("[1]")
            .read("A", PiLog.body("A", 50))
            .turns(1);
    MeasureReport report = PiLog.measured(log.write(folder));
    assertThat(report.files().get(0).brokenLines).isEqualTo(2);
    assertThat(report.total().counts.reads).isEqualTo(1);
  }
}
