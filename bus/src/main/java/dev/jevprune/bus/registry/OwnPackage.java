package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.Claim;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * How Jev Prune stands on the bus: one stage for each installed root of a host, under the name of
 * the older kit, whose entries it replaces. Installing another root keeps the stages of the first.
 */
public final class OwnPackage {

  /** The package's name on the bus. */
  public static final String NAME = "jev-prune-kit";

  /** The priority of our stages. */
  public static final long PRIORITY = 100;

  private static final Map<String, Long> RANKS =
      Map.of("pi", 100L, "hermes", 100L, "opencode", 10L);
  private static final int PROFILE_DIGITS = 8;

  private OwnPackage() {}

  /**
   * One installed root.
   *
   * @param host {@code pi}, {@code opencode} or {@code hermes}
   * @param profile the digest that names host and root
   * @param root absolute path of the host's configuration folder
   * @param argv the program that another carrier runs, with its arguments
   */
  public record Place(String host, Digest profile, String root, List<String> argv) {

    public Place {
      argv = List.copyOf(argv);
    }

    String stageName() {
      return OwnPackage.stageName(host, profile);
    }
  }

  /** The name of the stage of one root. */
  public static String stageName(String host, Digest profile) {
    return "jev-prune.dedup@" + host + ":" + profile.hex().substring(0, PROFILE_DIGITS);
  }

  /**
   * Registers the roots of an installation beside those that are registered already.
   *
   * @param current the bytes of the registry, empty when there is no file
   * @param force whether to take hosts that another package carries
   * @throws BusException when the registry cannot be read, or another package edits the same
   */
  public static RegistryEdits.Registered add(
      Optional<byte[]> current, List<Place> places, boolean force) throws BusException {
    Set<String> named = new TreeSet<>();
    places.forEach(place -> named.add(place.stageName()));
    List<Json> stages = new ArrayList<>();
    for (StageEntry stage : RegistryEdits.read(current).stagesOf(NAME)) {
      if (!named.contains(stage.name())) {
        stages.add(stage.source());
      }
    }
    Map<String, Json> carriers = new LinkedHashMap<>();
    for (Place place : places) {
      stages.add(entry(place));
      carriers.putIfAbsent(place.host(), claim(place));
    }
    return RegistryEdits.register(
        current, Registration.parse(NAME, new JsonArray(stages), new JsonObject(carriers), force));
  }

  /**
   * Takes the stages of some roots out; the package leaves the hosts for which it has no stage any
   * more, and with the last stage it leaves the bus.
   *
   * @param current the bytes of the registry, empty when there is no file
   * @param stageNames as {@link #stageName} gives them; unknown ones are passed over
   * @throws BusException when the registry cannot be read
   */
  public static RegistryEdits.Unregistered remove(Optional<byte[]> current, Set<String> stageNames)
      throws BusException {
    Registry registry = RegistryEdits.read(current);
    List<StageEntry> kept =
        registry.stagesOf(NAME).stream().filter(own -> !stageNames.contains(own.name())).toList();
    if (kept.isEmpty()) {
      return RegistryEdits.unregister(current, NAME);
    }
    List<String> removed =
        registry.stagesOf(NAME).stream()
            .map(StageEntry::name)
            .filter(stageNames::contains)
            .toList();
    List<StageEntry> stages = new ArrayList<>(registry.stages());
    stages.removeIf(stage -> stage.packageName().equals(NAME) && stageNames.contains(stage.name()));
    Map<String, Carrier> carriers = new LinkedHashMap<>(registry.carriers());
    List<String> released =
        registry.carriers().entrySet().stream()
            .filter(held -> held.getValue().packageName().equals(NAME))
            .map(Map.Entry::getKey)
            .filter(host -> kept.stream().noneMatch(stage -> stage.appliesTo(host)))
            .toList();
    released.forEach(carriers::remove);
    return new RegistryEdits.Unregistered(
        Optional.of(registry.with(stages, carriers)),
        new Registration.Removal(NAME, removed, released));
  }

  private static JsonObject entry(Place place) {
    return JsonObject.builder()
        .put("name", place.stageName())
        .put("priority", PRIORITY)
        .put("claims", JsonArray.of(Json.of(Claim.TOOL_RESULT_READ.wireName())))
        .put("hosts", JsonArray.of(Json.of(place.host())))
        .put(
            "transport",
            new StageTransport(
                    place.argv(), StageTransport.DEFAULT_TIMEOUT_MILLIS, Optional.empty())
                .toJson())
        .build();
  }

  private static JsonObject claim(Place place) {
    return JsonObject.builder()
        .put("rank", RANKS.getOrDefault(place.host(), 0L))
        .put("root", place.root())
        .build();
  }
}
