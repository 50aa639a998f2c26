package dev.jevprune.adapters.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class O200kCounterTest {
  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void isNotReadyUntilItIsAskedToLoad() {
    O200kCounter counter = new O200kCounter();

    assertThat(counter.ready(Duration.ZERO)).isFalse();
    assertThatThrownBy(() -> counter.count("text")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void countsTextAsTextAndScalesWhatIsTooLong() {
    O200kCounter counter = new O200kCounter();
    counter.prepare();
    assertThat(counter.ready(LONG)).isTrue();

    assertThat(counter.count("hello world")).isEqualTo(2);
    assertThat(counter.count("<|endoftext|>")).isEqualTo(7);
    assertThat(counter.count("hello world")).isEqualTo(2);
    String line = "a line of text\n";
    long sample = counter.count(line.repeat(1000));
    assertThat(counter.count(line.repeat(100_000))).isBetween(95 * sample, 105 * sample);
  }
}
