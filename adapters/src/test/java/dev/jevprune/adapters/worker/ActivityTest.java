package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ActivityTest {
  private final Activity activity = new Activity();

  @Test
  void endsAtOnceWhenNobodyIsThere() {
    activity.awaitEnd(Duration.ZERO);
  }

  @Test
  void staysWhileAShimIsConnected() throws InterruptedException {
    activity.shimArrives();
    Thread waiting = new Thread(() -> activity.awaitEnd(Duration.ZERO));
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      assertThat(waiting.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    activity.shimLeaves();
    waiting.join();
  }

  @Test
  void drainsWhatRuns() throws InterruptedException {
    activity.requestBegins();
    Thread draining = new Thread(() -> activity.awaitQuiet(Duration.ofMinutes(5)));
    draining.start();
    while (draining.getState() != Thread.State.TIMED_WAITING) {
      assertThat(draining.isAlive()).isTrue();
      Thread.onSpinWait();
    }
    activity.requestEnds();
    draining.join();
  }
}
