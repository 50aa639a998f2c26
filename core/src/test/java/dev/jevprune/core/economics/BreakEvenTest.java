package dev.jevprune.core.economics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BreakEvenTest {

  @ParameterizedTest(name = "{0}, S/k = {1}")
  @CsvSource({
    "grok-4.7, 1, 3", "grok-4.7, 20, 60",
    "gpt-5.3-codex, 1, 9", "gpt-5.3-codex, 5, 45",
    "claude-opus-5, 1, 11.5", "claude-opus-5, 20, 230",
    "claude-opus-5-5, 5, 120", "gpt-6.2-sol, 20, 480",
    "claude-fable-5-2, 1, 49", "claude-fable-5-2, 20, 980",
    "deepseek-flash, 5, 245",
  })
  void saysHowManyLaterRequestsPayForAWarmEdit(String model, long ratio, double requests) {
    Rates rates = PriceTable.shipped().lookup(model).orElseThrow().rates();
    assertThat(BreakEven.requests(rates, ratio * 1000, 1000).orElseThrow())
        .isCloseTo(requests, within(1e-9));
  }

  @Test
  void isFreeWhereNothingStandsBehindTheEdit() {
    assertThat(BreakEven.requests(1.25, 0.1, 0, 100)).hasValue(0);
  }

  @Test
  void neverPaysWhereNothingIsSaved() {
    assertThat(BreakEven.requests(1.25, 0.1, 100, 0)).isEmpty();
    assertThat(BreakEven.requests(1.25, 0.1, 100, -5)).isEmpty();
    assertThat(BreakEven.requests(1, 0, 100, 100)).isEmpty();
  }

  /** At the break-even the sum of what was saved reaches the one-off loss, and not before. */
  @Property
  void isThePointWhereGainMeetsLoss(
      @ForAll @LongRange(min = 1, max = 1_000_000) long behind,
      @ForAll @LongRange(min = 1, max = 100_000) long removed) {
    Rates rates = new Rates(4_000_000, 200_000, 5_000_000, 8_000_000, 20_000_000);
    double requests = BreakEven.requests(rates, behind, removed).orElseThrow();
    double loss = (double) (rates.write() - rates.read()) * behind;
    assertThat(requests * removed * rates.read()).isCloseTo(loss, within(loss * 1e-9));
  }

  @Property
  void addsTheTiersUpToTheTotal(
      @ForAll @LongRange(min = 0, max = 1_000_000) long fresh,
      @ForAll @LongRange(min = 0, max = 1_000_000) long read,
      @ForAll @LongRange(min = 0, max = 1_000_000) long written,
      @ForAll @LongRange(min = 0, max = 1_000_000) long longWritten,
      @ForAll @LongRange(min = 0, max = 100_000) long output) {
    Cost cost =
        PriceTable.shipped()
            .lookup("claude-haiku-5-5")
            .orElseThrow()
            .cost(new Tokens(fresh, read, written, longWritten, output));
    assertThat(cost.total().pico())
        .isEqualTo(
            cost.fresh().pico()
                + cost.read().pico()
                + cost.written().pico()
                + cost.longWritten().pico()
                + cost.output().pico());
  }

  @ParameterizedTest
  @CsvSource({
    "0, $0",
    "1840000000000, $1.84",
    "-3100000000, -$0.0031",
    "1234567890000000, '$1,234.57'",
    "200000, $0.0000002",
  })
  void spellsMoneyForPeople(long pico, String text) {
    assertThat(new Money(pico)).hasToString(text);
  }
}
