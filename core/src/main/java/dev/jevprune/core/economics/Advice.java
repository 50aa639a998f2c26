package dev.jevprune.core.economics;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * When to leave something out of a conversation that goes on.
 *
 * @param choice now, later or not at all
 * @param reason why, as a sentence for the user
 * @param needed after how many later requests a warm edit has paid; nothing when that does not
 *     matter or never happens
 */
public record Advice(Choice choice, String reason, OptionalDouble needed) {

  /** What to do. */
  public enum Choice {
    /** Leave it out in the next request. */
    NOW,
    /** Leave it out when the prompt cache is cold: then nothing is lost. */
    WAIT,
    /** Leaving it out saves nothing. */
    NEVER;

    /** The name in texts and files: lower case. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Weighs what is saved against what the cache is written anew for.
   *
   * @param write what a cache write costs, as a multiple of the input price
   * @param read what a cache read costs
   * @param behind the cached tokens behind the edit
   * @param removed the tokens that are left out, less those of the markers
   * @param laterRequests how many requests are expected still; a conversation is expected to go on
   *     for about as long as it has lasted
   * @param cold whether the cache holds nothing now
   */
  public static Advice of(
      double write, double read, long behind, long removed, long laterRequests, boolean cold) {
    if (removed <= 0) {
      return new Advice(
          Choice.NEVER, "nothing is saved: the markers are as long.", OptionalDouble.empty());
    }
    if (cold) {
      return new Advice(
          Choice.NOW,
          "the prompt cache is cold, so everything is written anew in any case.",
          OptionalDouble.of(0));
    }
    OptionalDouble needed = BreakEven.requests(write, read, behind, removed);
    if (needed.isEmpty()) {
      return new Advice(
          Choice.WAIT,
          "reading the cache is free here, so a smaller request never pays for writing it anew.",
          needed);
    }
    long requests = (long) Math.ceil(needed.getAsDouble());
    if (requests <= laterRequests) {
      return new Advice(
          Choice.NOW,
          "it has paid after " + many(requests) + ", and about " + laterRequests + " are to come.",
          needed);
    }
    return new Advice(
        Choice.WAIT,
        "it pays only after "
            + many(requests)
            + ", about "
            + laterRequests
            + (laterRequests == 1 ? " is" : " are")
            + " to come.",
        needed);
  }

  private static String many(long requests) {
    return requests + " later request" + (requests == 1 ? "" : "s");
  }
}
