package dev.jevprune.core.economics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceTableTest {
  private static final PriceTable SHIPPED = PriceTable.shipped();

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "claude-fable-5-2, 8, 0.20, 10, 40",
    "claude-opus-5-5, 4, 0.20, 5, 20",
    "claude-haiku-4-5, 1, 0.10, 1.25, 5",
    "gpt-6.2-astra, 8, 0.40, 10, 40",
    "gpt-5.3-codex, 1.75, 0.175, 1.75, 14",
    "deepseek-v4-pro, 1.32, 0.044, 1.32, 3.96",
    "grok-4.7, 2, 0.50, 2, 6",
    "minimax-m3, 0.30, 0.06, 0.30, 1.20",
  })
  void knowsTheListPrice(String model, double input, double read, double write, double output) {
    Rates rates = SHIPPED.lookup(model).orElseThrow().rates();
    assertThat(rates.input() / 1e6).isCloseTo(input, within(1e-9));
    assertThat(rates.read() / 1e6).isCloseTo(read, within(1e-9));
    assertThat(rates.write() / 1e6).isCloseTo(write, within(1e-9));
    assertThat(rates.output() / 1e6).isCloseTo(output, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-opus-4-5-20251101",
        "anthropic/claude-opus-4.5",
        "us.anthropic.claude-opus-4-5-20251101-v1:0",
        "claude-opus-4-5@20251101",
        "Claude-Opus-4-5-latest",
      })
  void findsAModelHoweverItsProviderSpellsIt(String id) {
    assertThat(SHIPPED.lookup(id).orElseThrow().model()).isEqualTo("claude-opus-4-5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "mock-1", "claude-opus-9", "claude-opus-4-5-fast", "gpt-6.2-astra-pro", "gpt"})
  void hasNoPriceForAModelThatItDoesNotName(String id) {
    assertThat(SHIPPED.lookup(id)).isEmpty();
  }

  @Test
  void hasNoPriceWhereAPlanIsBilled() {
    assertThat(SHIPPED.lookup("openai", "gpt-5.6-sol")).isPresent();
    assertThat(SHIPPED.lookup("openai-codex", "gpt-5.6-sol")).isEmpty();
    assertThat(SHIPPED.lookup("github-copilot", "claude-opus-5-5")).isEmpty();
  }

  @Test
  void saysTheDayAndTheSourceOfItsPrices() {
    assertThat(SHIPPED.date()).isEqualTo("2026-11-20");
    assertThat(SHIPPED.source()).contains("pi-ai 1.6.0");
  }

  @Test
  void changesTheWholeRequestsPriceAboveATiersLimit() {
    ModelPrice price = SHIPPED.lookup("gpt-5.6-sol").orElseThrow();
    assertThat(price.cost(new Tokens(0, 272_000, 0, 0, 0)).total())
        .isEqualTo(new Money(272_000L * 400_000));
    assertThat(price.cost(new Tokens(0, 272_001, 0, 0, 0)).total())
        .isEqualTo(new Money(272_001L * 800_000));
  }

  @Test
  void knowsHowLongACacheEntryMayLive() {
    ModelPrice opus = SHIPPED.lookup("claude-opus-5-5").orElseThrow();
    assertThat(opus.shortestLife()).contains(Duration.ofMinutes(5));
    assertThat(opus.longestLife()).contains(Duration.ofHours(1));
    assertThat(SHIPPED.lookup("grok-4.7").orElseThrow().longestLife()).isEmpty();
  }

  @Test
  void prefersTheUsersOwnPrice() throws PriceException {
    PriceTable own =
        table(
            "{\"model\":\"claude-opus-5-5\",\"input\":1,\"read\":1,\"output\":1},{\"model\":\"local-*\",\"input\":0.5,\"read\":0.25,\"output\":1}");
    PriceTable both = SHIPPED.overriddenBy(own);
    assertThat(both.lookup("claude-opus-5-5").orElseThrow().rates().input()).isEqualTo(1_000_000);
    assertThat(both.lookup("local-27b").orElseThrow().rates().read()).isEqualTo(250_000);
    assertThat(both.lookup("gpt-6.2-sol")).isPresent();
    assertThat(both.date()).contains("2026-12-24").contains("2026-11-20");
  }

  @Test
  void takesTheLongestBeginningThatFits() throws PriceException {
    PriceTable table =
        table(
            "{\"model\":\"a-*\",\"input\":1,\"read\":1,\"output\":1},{\"model\":\"a-b*\",\"input\":2,\"read\":1,\"output\":1},{\"model\":\"a-bc\",\"input\":3,\"read\":1,\"output\":1}");
    assertThat(table.lookup("a-x").orElseThrow().rates().input()).isEqualTo(1_000_000);
    assertThat(table.lookup("a-bcd").orElseThrow().rates().input()).isEqualTo(2_000_000);
    assertThat(table.lookup("a-bc").orElseThrow().rates().input()).isEqualTo(3_000_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"model\":\"m\",\"input\":1,\"output\":1} | \"read\" of \"m\"",
        "{\"model\":\"m\",\"input\":0,\"read\":0,\"output\":1} | \"input\" of \"m\"",
        "{\"model\":\"m\",\"input\":-1,\"read\":0,\"output\":1} | \"input\" of \"m\"",
        "{\"model\":\"m\",\"input\":\"1\",\"read\":0,\"output\":1} | \"input\" of \"m\"",
        "{\"model\":\"m\",\"input\":1e9,\"read\":0,\"output\":1} | \"input\" of \"m\"",
        "{\"model\":\"m\",\"input\":1.0000001,\"read\":0,\"output\":1} | 6 digits",
        "{\"model\":\"m\",\"input\":1,\"read\":0,\"output\":1,\"cached\":1} | \"cached\" of \"m\" is not known",
        "{\"model\":\"a*b\",\"input\":1,\"read\":0,\"output\":1} | no model id",
        "{\"model\":\"*\",\"input\":1,\"read\":0,\"output\":1} | no model id",
        "{\"model\":\"m\",\"input\":1,\"read\":0,\"output\":1},{\"model\":\"x/M\",\"input\":1,\"read\":0,\"output\":1} | two prices",
        "{\"model\":\"m\",\"input\":1,\"read\":0,\"output\":1,\"lifetimes\":[0]} | \"lifetimes\"",
        "{\"model\":\"m\",\"input\":1,\"read\":0,\"output\":1,\"tiers\":[{\"input\":1,\"read\":0,\"output\":1}]} | \"above\"",
        "7 | must be an object",
      })
  void refusesATableByNamingWhatIsWrong(String model, String message) {
    assertThatThrownBy(() -> table(model))
        .isInstanceOf(PriceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesWhatIsNoTable() {
    assertThatThrownBy(() -> PriceTable.parse("[]".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("object");
    assertThatThrownBy(() -> PriceTable.parse("{".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("not valid JSON");
    assertThatThrownBy(
            () -> PriceTable.parse("{\"schema\":\"x\"}".getBytes(StandardCharsets.UTF_8)))
        .hasMessageContaining("schema");
  }

  private static PriceTable table(String models) throws PriceException {
    return PriceTable.parse(
        ("{\"schema\":\"jev-prune.prices.v1\",\"date\":\"2026-12-24\",\"source\":\"own\",\"models\":["
                + models
                + "]}")
            .getBytes(StandardCharsets.UTF_8));
  }
}
