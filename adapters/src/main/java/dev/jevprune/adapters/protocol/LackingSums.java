package dev.jevprune.adapters.protocol;

import dev.jevprune.core.Limits;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/**
 * The answers to requests that lacked something.
 *
 * @param tokens what was reported for them
 * @param bytes UTF-8 bytes that these requests lacked, less their markers, each request anew
 * @param warmBytes those of them whose request read something from the prompt cache
 * @param reads for the call id of each body, how many of these requests lacked it
 */
public record LackingSums(TokenSums tokens, long bytes, long warmBytes, Map<String, Long> reads) {

  /** No request lacked anything. */
  public static final LackingSums NONE = new LackingSums(TokenSums.NONE, 0, 0, Map.of());

  /** Bodies that a shim may name; a session has at most 128 decisions at a time. */
  static final int MAX_READS = 512;

  public LackingSums {
    reads = Map.copyOf(reads);
  }

  /** These and others. */
  public LackingSums plus(LackingSums other) {
    Map<String, Long> all = new TreeMap<>(reads);
    other.reads.forEach((id, requests) -> all.merge(id, requests, Long::sum));
    return new LackingSums(
        tokens.plus(other.tokens), bytes + other.bytes, warmBytes + other.warmBytes, all);
  }

  static LackingSums of(Fields fields) throws ProtocolException {
    long bytes = TokenSums.sum(fields, "bytes");
    // A shim that does not tell is taken to have saved the cheaper kind of token.
    long warm = fields.optionalWhole("warmBytes").orElse(bytes);
    if (warm < 0 || warm > bytes) {
      throw fields.missing("warmBytes", "a part of bytes");
    }
    Map<String, Long> reads = new TreeMap<>();
    if (fields.any("reads").isPresent()) {
      for (Map.Entry<String, Json> read : fields.object("reads").raw().members().entrySet()) {
        if (reads.size() < MAX_READS
            && read.getKey().length() <= Limits.MAX_CALL_ID
            && read.getValue() instanceof JsonNumber number
            && number.longValue().orElse(-1) > 0) {
          reads.put(read.getKey(), number.longValue().getAsLong());
        }
      }
    }
    return new LackingSums(TokenSums.of(fields), bytes, warm, reads);
  }

  JsonObject toJson() {
    JsonObject.Builder requests = JsonObject.builder();
    new TreeMap<>(reads).forEach(requests::put);
    return tokens
        .json()
        .put("bytes", bytes)
        .put("warmBytes", warmBytes)
        .put("reads", requests.build())
        .build();
  }
}
