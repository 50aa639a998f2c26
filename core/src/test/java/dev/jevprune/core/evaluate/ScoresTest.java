package dev.jevprune.core.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoresTest {

  @Property
  void aStepOfAHundredthIsItself(@ForAll @IntRange(min = 0, max = 100) int step) {
    double value = Double.parseDouble("0." + (step < 10 ? "0" : "") + step);
    double probability = step == 100 ? 1.0 : value;
    assertThat(Scores.of(probability, probability, probability))
        .isEqualTo(new Scores(step, step, step));
  }

  @Property
  void whatLiesBetweenNeverComesNearerToApproval(
      @ForAll @DoubleRange(min = 0, max = 1) double value) {
    Scores scores = Scores.of(value, value, value);
    assertThat(scores.coverage() / 100.0).isLessThanOrEqualTo(value);
    assertThat(scores.unique() / 100.0).isGreaterThanOrEqualTo(value);
    assertThat(scores.unresolved()).isEqualTo(scores.unique());
  }

  @Test
  void theSmallestNumberAboveAStepIsTheNextStep() {
    assertThat(Scores.of(0.9899999999999999, 0.010000000000000002, Double.MIN_VALUE))
        .isEqualTo(new Scores(98, 2, 1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.0000000000000002, Double.NaN, Double.POSITIVE_INFINITY})
  void whatIsNoProbabilityIsRefused(double value) {
    assertThatThrownBy(() -> Scores.of(value, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Scores.of(0, 0, value)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void boundsBelongToApproval() {
    assertThat(Thresholds.STANDARD.approve(new Scores(99, 1, 1))).isTrue();
    assertThat(Thresholds.STANDARD.approve(new Scores(98, 1, 1))).isFalse();
    assertThat(Thresholds.STANDARD.approve(new Scores(99, 2, 1))).isFalse();
    assertThat(Thresholds.STANDARD.approve(new Scores(99, 1, 2))).isFalse();
    assertThat(new Thresholds(90, 10, 5).approve(new Scores(90, 10, 5))).isTrue();
  }

  @Test
  void isWrittenAsPeopleWriteIt() {
    assertThat(Scores.text(99)).isEqualTo(".99");
    assertThat(Scores.text(1)).isEqualTo(".01");
    assertThat(Scores.text(0)).isEqualTo(".00");
    assertThat(Scores.text(100)).isEqualTo("1.00");
  }
}
