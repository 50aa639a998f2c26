package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one package wants to be in the registry: all of its stages, and the hosts it would carry.
 *
 * @param packageName the package
 * @param stages all of its stages; those it had before and does not name are dropped
 * @param carriers the hosts it would carry, in the order in which they are reported
 * @param force whether to take a host that another package carries, whatever the ranks
 */
public record Registration(
    String packageName, List<StageEntry> stages, Map<String, Carrier> carriers, boolean force) {

  public Registration {
    stages = List.copyOf(stages);
    carriers = Collections.unmodifiableMap(new LinkedHashMap<>(carriers));
  }

  /**
   * Reads a registration.
   *
   * @param stages entries as in a registry; their {@code package} is overwritten
   * @param carriers by host, each with {@code rank} and whatever else is to be recorded
   * @throws BusException for what is wrong in them
   */
  public static Registration parse(
      String packageName, JsonArray stages, JsonObject carriers, boolean force)
      throws BusException {
    if (packageName.isBlank()) {
      throw new BusException(Kind.NAME, "A package needs a name to register.");
    }
    List<StageEntry> entries = new ArrayList<>();
    for (Json stage : stages) {
      if (!(stage instanceof JsonObject entry)) {
        throw new BusException(Kind.STAGE, "A stage of " + packageName + " is no object.");
      }
      entries.add(StageEntry.parse(entry, packageName));
    }
    Map<String, Carrier> claims = new LinkedHashMap<>();
    for (Map.Entry<String, Json> claim : carriers.members().entrySet()) {
      claims.put(claim.getKey(), Carrier.claim(claim.getKey(), claim.getValue(), packageName));
    }
    return new Registration(packageName, entries, claims, force);
  }

  /**
   * What became of a registration.
   *
   * @param packageName the package
   * @param carrierOf the hosts it carries now, of those it asked for
   * @param deferredTo host to the package that goes on carrying it
   * @param tookOver host to the package that carried it before
   * @param stages the names of its stages
   */
  public record Report(
      String packageName,
      List<String> carrierOf,
      Map<String, String> deferredTo,
      Map<String, String> tookOver,
      List<String> stages) {

    public Report {
      carrierOf = List.copyOf(carrierOf);
      deferredTo = Collections.unmodifiableMap(new LinkedHashMap<>(deferredTo));
      tookOver = Collections.unmodifiableMap(new LinkedHashMap<>(tookOver));
      stages = List.copyOf(stages);
    }
  }

  /**
   * What a package took with it.
   *
   * @param packageName the package
   * @param stages the names of the stages that are gone
   * @param released the hosts that nobody carries now
   */
  public record Removal(String packageName, List<String> stages, List<String> released) {

    public Removal {
      stages = List.copyOf(stages);
      released = List.copyOf(released);
    }
  }
}
