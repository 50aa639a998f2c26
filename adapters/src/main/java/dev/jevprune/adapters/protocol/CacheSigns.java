package dev.jevprune.adapters.protocol;

import dev.jevprune.core.json.JsonBool;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a shim knows of the provider's cache.
 *
 * @param idleMillis the age of the last answer
 * @param reset whether a compaction or a change of the model came since
 */
public record CacheSigns(OptionalLong idleMillis, boolean reset) {

  /** Nothing is known. */
  public static final CacheSigns UNKNOWN = new CacheSigns(OptionalLong.empty(), false);

  static CacheSigns of(Fields fields) throws ProtocolException {
    Optional<Fields> cache = fields.optionalObject("cache");
    if (cache.isEmpty()) {
      return UNKNOWN;
    }
    Optional<Long> idle = cache.get().optionalWhole("idleMillis");
    return new CacheSigns(
        idle.isPresent() ? OptionalLong.of(idle.get()) : OptionalLong.empty(),
        cache.get().any("reset").filter(JsonBool.TRUE::equals).isPresent());
  }
}
