package dev.jevprune.core.economics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AdviceTest {

  /** The same edit, in a session that is nearly over and in one that has just begun. */
  @Test
  @Tag("B33")
  void weighsSavingsAgainstTheCacheByTheRequestsThatAreLeft() {
    Advice few = Advice.of(1.25, 0.1, 20_000, 2_000, 3, false);
    Advice many = Advice.of(1.25, 0.1, 20_000, 2_000, 200, false);
    assertThat(few.choice()).isEqualTo(Advice.Choice.WAIT);
    assertThat(few.reason()).contains("115 later requests").contains("about 3 are to come");
    assertThat(many.choice()).isEqualTo(Advice.Choice.NOW);
    assertThat(many.reason()).contains("115 later requests").contains("about 200 are to come");
  }

  @Test
  void leavesOutAtOnceWhenTheCacheIsCold() {
    Advice advice = Advice.of(1.25, 0.025, 200_000, 100, 1, true);
    assertThat(advice.choice()).isEqualTo(Advice.Choice.NOW);
    assertThat(advice.reason()).contains("cold");
  }

  @Test
  void neverLeavesOutWhatSavesNothing() {
    assertThat(Advice.of(1.25, 0.1, 10, 0, 1000, true).choice()).isEqualTo(Advice.Choice.NEVER);
  }

  @Test
  void waitsWhereReadingTheCacheIsFree() {
    assertThat(Advice.of(1, 0, 10, 10, 1000, false).choice()).isEqualTo(Advice.Choice.WAIT);
  }

  @Test
  void leavesOutWhatNothingStandsBehind() {
    assertThat(Advice.of(1.25, 0.1, 0, 500, 0, false).choice()).isEqualTo(Advice.Choice.NOW);
  }
}
