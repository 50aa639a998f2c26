package dev.jevprune.core.economics;

/**
 * The tokens of a request, by the tier they are billed in. Counts may be negative where two
 * requests are subtracted from each other.
 *
 * @param fresh input that is neither read from the cache nor written to it
 * @param read read from the prompt cache
 * @param written written to it for the shortest life
 * @param longWritten written to it for a longer life
 * @param output of the answer, thinking included
 */
public record Tokens(long fresh, long read, long written, long longWritten, long output) {

  /** None. */
  public static final Tokens NONE = new Tokens(0, 0, 0, 0, 0);

  /** Tokens of the request, of all tiers together. */
  public long prompt() {
    return fresh + read + written + longWritten;
  }

  /** These and others. */
  public Tokens plus(Tokens other) {
    return new Tokens(
        fresh + other.fresh,
        read + other.read,
        written + other.written,
        longWritten + other.longWritten,
        output + other.output);
  }

  /** These less others. */
  public Tokens minus(Tokens other) {
    return new Tokens(
        fresh - other.fresh,
        read - other.read,
        written - other.written,
        longWritten - other.longWritten,
        output - other.output);
  }
}
