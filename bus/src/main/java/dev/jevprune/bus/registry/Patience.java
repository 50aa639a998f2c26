package dev.jevprune.bus.registry;

/**
 * How long to wait for a lock that somebody else holds.
 *
 * @param tries how often it is tried
 * @param pauseMillis what lies between two tries
 */
public record Patience(int tries, long pauseMillis) {

  /** About ten seconds: a holder keeps the lock for some milliseconds, on a busy machine longer. */
  public static final Patience DEFAULT = new Patience(500, 20);

  void pause() throws InterruptedException {
    Thread.sleep(pauseMillis);
  }
}
