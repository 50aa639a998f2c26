package dev.jevprune.adapters.protocol;

import dev.jevprune.core.json.JsonObject;

/**
 * What a provider reported for some answers, as the host tells it. Sums of whole tokens.
 *
 * @param answers how many answers there were of which something was reported
 * @param unreported how many there were of which nothing was
 * @param input prompt tokens that were neither read from the prompt cache nor written to it
 * @param cacheRead prompt tokens read from it
 * @param cacheWrite prompt tokens written to it
 * @param output tokens of the answers
 */
public record TokenSums(
    long answers, long unreported, long input, long cacheRead, long cacheWrite, long output) {

  /** Nothing was reported. */
  public static final TokenSums NONE = new TokenSums(0, 0, 0, 0, 0, 0);

  // Far above every bill, far below where sums of runs overflow.
  private static final long MAX_SUM = 1_000_000_000_000L;

  /** All answers. */
  public long all() {
    return answers + unreported;
  }

  /** All tokens of the requests. */
  public long prompt() {
    return input + cacheRead + cacheWrite;
  }

  /** These and others. */
  public TokenSums plus(TokenSums other) {
    return new TokenSums(
        answers + other.answers,
        unreported + other.unreported,
        input + other.input,
        cacheRead + other.cacheRead,
        cacheWrite + other.cacheWrite,
        output + other.output);
  }

  static TokenSums of(Fields fields) throws ProtocolException {
    return new TokenSums(
        sum(fields, "answers"),
        fields.any("unreported").isPresent() ? sum(fields, "unreported") : 0,
        sum(fields, "input"),
        sum(fields, "cacheRead"),
        sum(fields, "cacheWrite"),
        sum(fields, "output"));
  }

  static long sum(Fields fields, String name) throws ProtocolException {
    long sum = fields.whole(name, 0);
    if (sum > MAX_SUM) {
      throw fields.missing(name, "at most " + MAX_SUM);
    }
    return sum;
  }

  JsonObject.Builder json() {
    return JsonObject.builder()
        .put("answers", answers)
        .put("unreported", unreported)
        .put("input", input)
        .put("cacheRead", cacheRead)
        .put("cacheWrite", cacheWrite)
        .put("output", output);
  }
}
