package dev.jevprune.adapters.worker;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What goes on in the server: requests that run, shims that are connected, and since when idle. */
final class Activity {
  private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);

  private int running;

  private int shims;

  private boolean ended;

  private long lastNanos = System.nanoTime();

  synchronized void touch() {
    lastNanos = System.nanoTime();
    notifyAll();
  }

  synchronized void requestBegins() {
    running++;
    touch();
  }

  synchronized void requestEnds() {
    running--;
    touch();
  }

  synchronized void shimArrives() {
    shims++;
    touch();
  }

  synchronized void shimLeaves() {
    shims--;
    touch();
  }

  synchronized int shims() {
    return shims;
  }

  synchronized long idleNanos() {
    return running > 0 ? 0 : System.nanoTime() - lastNanos;
  }

  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /**
   * Waits until {@link #end} is called, or until nothing happened for {@code idle} while no shim
   * was connected.
   */
  synchronized void awaitEnd(Duration idle) {
    try {
      while (!ended) {
        boolean quiet = shims == 0 && running == 0;
        long left = quiet ? idle.toNanos() - (System.nanoTime() - lastNanos) : LONG_NANOS;
        if (left <= 0) {
          ended = true;
        } else {
          wait(millis(left));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until no request runs, for at most {@code most}. */
  synchronized void awaitQuiet(Duration most) {
    long end = System.nanoTime() + most.toNanos();
    try {
      while (running > 0 && end - System.nanoTime() > 0) {
        wait(millis(end - System.nanoTime()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long millis(long nanos) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)); // 0 would wait for ever
  }
}
