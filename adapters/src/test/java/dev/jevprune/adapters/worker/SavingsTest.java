package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.protocol.LackingSums;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.RunUsage;
import dev.jevprune.adapters.protocol.TokenSums;
import dev.jevprune.adapters.store.DecisionLog;
import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.adapters.store.SessionUsage;
import dev.jevprune.core.economics.Money;
import dev.jevprune.core.economics.PriceTable;
import dev.jevprune.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SavingsTest {
  private static final Request.ModelName OPUS =
      new Request.ModelName("", "anthropic", "claude-opus-5");
  private static final DecisionLog.Body BODY = new DecisionLog.Body(4_000, OptionalLong.of(1_000));

  private static DecisionLog log(long behindTokens, boolean cold) {
    return DecisionLog.NONE.with(
        Map.of("call_1", BODY),
        new DecisionLog.Change(
            List.of("call_1"),
            4 * behindTokens,
            OptionalLong.of(behindTokens),
            cold,
            OptionalLong.of(0)));
  }

  /** A session of so many warm requests that lacked one body of 1,000 tokens. */
  private static RunUsage warm(long requests, Optional<Request.ModelName> model) {
    TokenSums sums =
        new TokenSums(requests, 0, 5 * requests, 20_000 * requests, 300 * requests, 50 * requests);
    return new RunUsage(
        "run",
        requests,
        requests,
        model,
        sums,
        new LackingSums(
            sums,
            4_000 * requests,
            4_000 * requests,
            requests == 0 ? Map.of() : Map.of("call_1", requests)),
        LackingSums.NONE);
  }

  private static SessionFigures figures(RunUsage usage, DecisionLog decided) {
    return SessionFigures.NONE.used(SessionUsage.NONE.heard(usage)).decided(decided);
  }

  private static Savings savings(RunUsage usage, DecisionLog decided) {
    return Savings.of(figures(usage, decided), PriceTable.shipped());
  }

  @Test
  @Tag("B85")
  void countsABodyOnceHoweverManyRequestsLackedIt() {
    Savings savings = savings(warm(40, Optional.of(OPUS)), log(10_000, true));
    assertThat(savings.left().tokens()).hasValue(40_000);
    assertThat(savings.left().uniqueTokens()).hasValue(1_000);
    assertThat(savings.left().uniqueBytes()).hasValue(4_000);
  }

  @Test
  @Tag("B27")
  void aLossIsShownAsALoss() {
    SessionFigures figures = figures(warm(3, Optional.of(OPUS)), log(200_000, false));
    Savings savings = Savings.of(figures, PriceTable.shipped());
    // 3,000 tokens at a tenth of the input price, against 200,000 at 1.15 of it.
    assertThat(savings.net().orElseThrow().total()).isEqualTo(300 - 230_000);
    assertThat(savings.net().orElseThrow().money()).contains(new Money(5_000_000L * -229_700));
    assertThat(SavingsReport.of(figures, PriceTable.shipped()).text("Session"))
        .contains("Net: -229,700 tokens at the input price")
        .contains("In dollars: -$1.15");
  }

  @Test
  @Tag("B33")
  void theSameChangeIsALossInAShortSessionAndAGainInALongOne() {
    assertThat(
            savings(warm(100, Optional.of(OPUS)), log(10_000, false)).net().orElseThrow().total())
        .isEqualTo(10_000 - 11_500);
    assertThat(
            savings(warm(200, Optional.of(OPUS)), log(10_000, false)).net().orElseThrow().total())
        .isEqualTo(20_000 - 11_500);
  }

  @Test
  void aColdTurnCostsNothing() {
    Savings savings = savings(warm(3, Optional.of(OPUS)), log(200_000, true));
    assertThat(savings.again().tokens()).hasValue(0);
    assertThat(savings.again().cold()).isEqualTo(1);
    assertThat(savings.net().orElseThrow().total()).isEqualTo(300);
  }

  @Test
  @Tag("B90")
  void nothingLeftOutIsZeroAndNotUnknown() {
    SessionFigures none = figures(warm(0, Optional.empty()), DecisionLog.NONE);
    assertThat(SavingsReport.of(none, PriceTable.shipped()).text("Session"))
        .contains("saved 0, lost 0");
    assertThat(Savings.of(none, PriceTable.shipped()).net().orElseThrow().total()).isZero();
  }

  @Test
  void nothingReportedIsUnknownAndNotZero() {
    TokenSums silent = new TokenSums(0, 3, 0, 0, 0, 0);
    RunUsage usage =
        new RunUsage(
            "run",
            3,
            3,
            Optional.empty(),
            silent,
            new LackingSums(silent, 12_000, 12_000, Map.of("call_1", 3L)),
            LackingSums.NONE);
    SessionFigures figures = figures(usage, log(10_000, false));
    assertThat(Savings.of(figures, PriceTable.shipped()).net()).isEmpty();
    assertThat(Savings.of(figures, PriceTable.shipped()).promptWithout()).isEmpty();
    assertThat(SavingsReport.of(figures, PriceTable.shipped()).text("Session"))
        .contains("12,000 bytes")
        .contains("the host reported no usage")
        .contains("Net: unknown");
  }

  @Test
  void aBodyOfUnknownSizeMakesTokensUnknown() {
    Savings savings = savings(warm(3, Optional.of(OPUS)), DecisionLog.NONE);
    assertThat(savings.left().bytes()).isEqualTo(12_000);
    assertThat(savings.left().tokens()).isEmpty();
    assertThat(savings.left().uniqueBytes()).isEmpty();
    assertThat(savings.net()).isEmpty();
  }

  @Test
  void hasNoDollarsForAnUnknownModelOrAPlan() {
    for (Optional<Request.ModelName> model :
        List.of(
            Optional.<Request.ModelName>empty(),
            Optional.of(new Request.ModelName("", "mock", "mock-1")),
            Optional.of(new Request.ModelName("", "github-copilot", "claude-opus-5")))) {
      Savings savings = savings(warm(3, model), log(10_000, false));
      assertThat(savings.net().orElseThrow().money()).as(model.toString()).isEmpty();
      assertThat(savings.net().orElseThrow().total()).isEqualTo(300 - 11_500);
    }
  }

  @Test
  void writesNothingAgainWhereTheProviderHasNoCache() {
    TokenSums sums = new TokenSums(2, 0, 40_000, 0, 0, 9);
    RunUsage usage =
        new RunUsage(
            "run",
            2,
            2,
            Optional.of(OPUS),
            sums,
            new LackingSums(sums, 8_000, 0, Map.of("call_1", 2L)),
            LackingSums.NONE);
    Savings savings = savings(usage, log(10_000, false));
    assertThat(savings.net().orElseThrow().total()).isEqualTo(2_000);
  }

  /** Typing /prune approve, undo and approve in a row sends one request, not three. */
  @Test
  void changesWithoutARequestBetweenThemGoOutTogether() {
    DecisionLog twice = log(10_000, false);
    twice = twice.with(Map.of(), twice.changes().get(0).at(OptionalLong.of(0)));
    DecisionLog later = twice.with(Map.of(), twice.changes().get(0).at(OptionalLong.of(3)));
    assertThat(savings(warm(3, Optional.of(OPUS)), twice).again().warm()).isEqualTo(1);
    assertThat(savings(warm(3, Optional.of(OPUS)), later).again().warm())
        .as("no request was sent since the last one")
        .isEqualTo(1);
    assertThat(savings(warm(4, Optional.of(OPUS)), later).again().warm()).isEqualTo(2);
  }

  /** Whatever the sessions, parts add up to totals exactly, in tokens and in money. */
  @Property
  @Tag("B86")
  void partsAddUpToTotals(
      @ForAll @IntRange(max = 400) int requests,
      @ForAll @IntRange(max = 500_000) int behind,
      @ForAll @IntRange(max = 4_000) int coldBytes,
      @ForAll boolean cold) {
    RunUsage all = warm(requests, Optional.of(OPUS));
    LackingSums sums = all.pruned();
    long warmBytes = Math.max(0, sums.bytes() - coldBytes);
    RunUsage usage =
        new RunUsage(
            "run",
            requests,
            requests,
            all.model(),
            all.all(),
            new LackingSums(sums.tokens(), sums.bytes(), warmBytes, sums.reads()),
            LackingSums.NONE);
    Savings savings = savings(usage, log(behind, cold));
    Savings.Net net = savings.net().orElseThrow();
    assertThat(net.read().tokens() + net.written().tokens())
        .isEqualTo(savings.left().tokens().getAsLong());
    assertThat(net.total())
        .isEqualTo(net.read().worth() + net.written().worth() - net.again().worth());
    assertThat(net.money().orElseThrow())
        .isEqualTo(
            net.read()
                .money()
                .orElseThrow()
                .plus(net.written().money().orElseThrow())
                .minus(net.again().money().orElseThrow()));
    assertThat(savings.promptWithout().getAsLong())
        .isEqualTo(sums.tokens().prompt() + savings.left().tokens().getAsLong());
    JsonObject json =
        SavingsReport.of(figures(usage, log(behind, cold)), PriceTable.shipped()).toJson();
    JsonObject left = json.object("left").orElseThrow();
    assertThat(
            left.integer("uniqueTokens").getAsInt()
                + (long) left.integer("repeatTokens").getAsInt())
        .isEqualTo(left.integer("tokens").getAsInt());
  }
}
