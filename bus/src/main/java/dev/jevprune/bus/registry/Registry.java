package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is registered. Read strictly in what matters and leniently beyond it: members that
 * jev-bus.v1 does not know are kept and written back. A registry in which two packages clash is
 * read all the same, or nobody could uninstall; its chain is refused for the hosts they share.
 */
public final class Registry {

  /** The schema of the registry. */
  public static final String SCHEMA = "jev-bus.v1";

  /** The largest registry. */
  public static final int MAX_BYTES = 256_000;

  /** The registry in which nothing is. */
  public static final Registry EMPTY =
      new Registry(
          JsonObject.builder()
              .put("schema", SCHEMA)
              .put("hosts", JsonObject.EMPTY)
              .put("stages", JsonArray.EMPTY)
              .build(),
          List.of(),
          Map.of());

  private final JsonObject source;
  private final List<StageEntry> stages;
  private final Map<String, Carrier> carriers;

  private Registry(JsonObject source, List<StageEntry> stages, Map<String, Carrier> carriers) {
    this.source = source;
    this.stages = List.copyOf(stages);
    this.carriers = Collections.unmodifiableMap(new TreeMap<>(carriers));
  }

  /**
   * Reads a registry.
   *
   * @throws BusException for what is wrong in it
   */
  public static Registry parse(byte[] bytes) throws BusException {
    if (bytes.length > MAX_BYTES) {
      throw tooBig();
    }
    try {
      return parse(StrictJson.parse(bytes));
    } catch (JsonException e) {
      throw new BusException(
          e.kind() == JsonException.Kind.REPEATED_MEMBER ? Kind.REPEATED_MEMBER : Kind.JSON,
          "The bus registry cannot be read: " + e.getMessage());
    }
  }

  /**
   * Reads a registry.
   *
   * @throws BusException for what is wrong in it
   */
  public static Registry parse(Json value) throws BusException {
    if (!(value instanceof JsonObject source)
        || source.string("schema").filter(SCHEMA::equals).isEmpty()) {
      throw new BusException(
          Kind.SCHEMA,
          "The bus registry has another schema than " + SCHEMA + "; a newer package wrote it.");
    }
    Optional<JsonObject> hosts = source.object("hosts");
    Optional<JsonArray> list = source.array("stages");
    if (hosts.isEmpty() || list.isEmpty()) {
      throw new BusException(Kind.SHAPE, "The bus registry has no hosts or no list of stages.");
    }
    List<StageEntry> stages = new ArrayList<>();
    for (Json stage : list.get()) {
      stages.add(StageEntry.parse(stage));
    }
    Map<String, Carrier> carriers = new TreeMap<>();
    for (Map.Entry<String, Json> host : hosts.get().members().entrySet()) {
      carriers.put(host.getKey(), Carrier.parse(host.getKey(), host.getValue()));
    }
    return new Registry(source, distinct(stages), carriers);
  }

  private static List<StageEntry> distinct(List<StageEntry> stages) throws BusException {
    Set<String> names = new HashSet<>();
    for (StageEntry stage : stages) {
      if (!names.add(stage.name())) {
        throw new BusException(
            Kind.DUPLICATE_STAGE, "Two stages on the bus are named " + stage.name() + ".");
      }
    }
    return stages;
  }

  /**
   * The registry as it is stored: canonical, so that every package writes the same bytes.
   *
   * @throws BusException {@code TOO_BIG}, or {@code JSON} for text that is not well-formed
   */
  public byte[] write() throws BusException {
    byte[] bytes;
    try {
      bytes = Utf8.bytes(CanonicalJson.write(source));
    } catch (JsonException e) {
      throw new BusException(Kind.JSON, "The bus registry cannot be written: " + e.getMessage());
    }
    if (bytes.length > MAX_BYTES) {
      throw tooBig();
    }
    return bytes;
  }

  private static BusException tooBig() {
    return new BusException(
        Kind.TOO_BIG, "The bus registry has more than " + MAX_BYTES + " bytes.");
  }

  /** The registry as JSON. */
  public JsonObject toJson() {
    return source;
  }

  /** Whether nobody is registered and nothing else stands in it, so that the file may go. */
  public boolean isEmpty() {
    return stages.isEmpty() && carriers.isEmpty() && source.members().size() <= 3;
  }

  /** All stages, in the order of the file. */
  public List<StageEntry> stages() {
    return stages;
  }

  /** The stages of one package, in the order of the file. */
  public List<StageEntry> stagesOf(String packageName) {
    return stages.stream().filter(stage -> stage.packageName().equals(packageName)).toList();
  }

  /** The package that carries a host's hook. */
  public Optional<Carrier> carrier(String host) {
    return Optional.ofNullable(carriers.get(host));
  }

  /** Every carrier by host. */
  public Map<String, Carrier> carriers() {
    return carriers;
  }

  /**
   * The chain of a host, in order.
   *
   * @throws BusException {@code CONFLICT} when stages of two packages would edit the same there
   */
  public List<StageEntry> chain(String host) throws BusException {
    List<StageEntry> chain =
        stages.stream().filter(stage -> stage.appliesTo(host)).sorted(StageEntry.ORDER).toList();
    Optional<Conflict> conflict = Conflict.among(chain, Optional.empty());
    if (conflict.isPresent()) {
      throw conflict.get().refusal();
    }
    return chain;
  }

  /** This registry with other stages and carriers; what else stands in it stays. */
  Registry with(List<StageEntry> nextStages, Map<String, Carrier> nextCarriers)
      throws BusException {
    JsonObject.Builder hosts = JsonObject.builder();
    nextCarriers.forEach((host, carrier) -> hosts.put(host, carrier.source()));
    JsonArray list = new JsonArray(nextStages.stream().<Json>map(StageEntry::source).toList());
    return new Registry(
        source.toBuilder().put("hosts", hosts.build()).put("stages", list).build(),
        distinct(nextStages),
        nextCarriers);
  }
}
