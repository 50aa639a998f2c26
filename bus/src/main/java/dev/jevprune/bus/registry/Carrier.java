package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import java.util.Set;

/**
 * The package that owns a host's hook and runs the chain there.
 *
 * @param packageName the package
 * @param rank who has more takes over; 0 when none is recorded
 * @param source the record as it stands in the registry
 */
public record Carrier(String packageName, long rank, JsonObject source) {

  /** The hosts that have a hook to carry. */
  public static final Set<String> HOSTS = Set.of("pi", "opencode", "hermes");

  static Carrier parse(String host, Json value) throws BusException {
    if (value instanceof JsonObject record && record.string("carrier").isPresent()) {
      return new Carrier(
          record.string("carrier").orElseThrow(),
          StageEntry.whole(record.get("rank")).orElse(0),
          record);
    }
    throw new BusException(
        Kind.CARRIER, "The bus registry names no carrier in its record of " + host + ".");
  }

  /** What a package writes about itself: rank, and whatever else it wants to record. */
  static Carrier claim(String host, Json value, String packageName) throws BusException {
    if (!HOSTS.contains(host)) {
      throw new BusException(
          Kind.HOST, "There is no hook to carry in " + host + "; only pi, opencode and hermes.");
    }
    JsonObject claim = value instanceof JsonObject object ? object : JsonObject.EMPTY;
    long rank =
        StageEntry.whole(claim.get("rank"))
            .orElseThrow(
                () ->
                    new BusException(
                        Kind.RANK,
                        packageName + " claims " + host + " without a whole number as rank."));
    return new Carrier(packageName, rank, claim.with("carrier", Json.of(packageName)));
  }
}
