package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.bus.Claim;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One stage of one package. What the registry says beyond the members here is kept in {@code
 * source} and written back.
 *
 * @param name unique over all packages
 * @param packageName the package it belongs to
 * @param priority lower runs first
 * @param claims what it may do
 * @param hosts the hosts it is for; empty for all
 * @param transport how it is run
 * @param source the entry as it stands in the registry
 */
public record StageEntry(
    String name,
    String packageName,
    long priority,
    Set<Claim> claims,
    List<String> hosts,
    StageTransport transport,
    JsonObject source) {

  /** The order of a chain: by priority, then by name, code point for code point. */
  public static final Comparator<StageEntry> ORDER =
      Comparator.comparingLong(StageEntry::priority)
          .thenComparing(
              StageEntry::name,
              (left, right) ->
                  Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray()));

  private static final String EVERY_HOST = "*";

  public StageEntry {
    claims = Set.copyOf(claims);
    hosts = List.copyOf(hosts);
  }

  /** Whether the stage is part of that host's chain. */
  public boolean appliesTo(String host) {
    return isForAll() || hosts.contains(host);
  }

  /** A host that both stages are for, if there is one; any name when both are for all. */
  Optional<String> sharedHost(StageEntry other) {
    if (isForAll()) {
      return Optional.of(other.isForAll() ? "every host" : other.hosts.get(0));
    }
    return hosts.stream().filter(other::appliesTo).findFirst();
  }

  private boolean isForAll() {
    return hosts.isEmpty() || hosts.contains(EVERY_HOST);
  }

  /**
   * Reads one entry of a registry.
   *
   * @throws BusException for what is wrong in it
   */
  static StageEntry parse(Json value) throws BusException {
    if (!(value instanceof JsonObject entry)) {
      throw new BusException(Kind.STAGE, "The bus registry lists a stage that is no object.");
    }
    return parse(entry, name(entry.string("package"), "A stage's package"));
  }

  /**
   * Reads an entry as a package brings it: its {@code package} is overwritten, its claims are
   * sorted.
   *
   * @throws BusException for what is wrong in it
   */
  static StageEntry parse(JsonObject entry, String packageName) throws BusException {
    String name = name(entry.string("name"), "A stage of " + packageName);
    long priority =
        whole(entry.get("priority"))
            .orElseThrow(
                () ->
                    new BusException(
                        Kind.PRIORITY, "Stage " + name + " has no whole number as priority."));
    Set<Claim> claims = Claim.parseAll(entry.get("claims"), name);
    StageTransport transport = StageTransport.parse(entry.object("transport"), name);
    List<String> hosts = hosts(entry, name);
    JsonObject source =
        entry.toBuilder().put("package", packageName).put("claims", write(claims)).build();
    return new StageEntry(name, packageName, priority, claims, hosts, transport, source);
  }

  /** The claims in the order of their names. */
  private static JsonArray write(Set<Claim> claims) {
    return new JsonArray(
        Arrays.stream(Claim.values())
            .filter(claims::contains)
            .<Json>map(claim -> Json.of(claim.wireName()))
            .toList());
  }

  private static String name(Optional<String> value, String what) throws BusException {
    return value
        .filter(name -> !name.isBlank())
        .orElseThrow(() -> new BusException(Kind.NAME, what + " has no name in the bus registry."));
  }

  /** A text counts as a list of one; what is no text in a list names no host. */
  private static List<String> hosts(JsonObject entry, String name) throws BusException {
    if (!entry.has("hosts")) {
      return List.of();
    }
    Json value = entry.get("hosts").orElseThrow();
    if (value instanceof JsonString host) {
      return List.of(host.value());
    }
    if (value instanceof JsonArray list) {
      return list.isEmpty()
          ? List.of()
          : list.elements().stream()
              .map(host -> host instanceof JsonString text ? text.value() : "")
              .toList();
    }
    throw new BusException(Kind.STAGE, "Stage " + name + " has hosts that are no list.");
  }

  static OptionalLong whole(Optional<Json> value) {
    return value.orElse(null) instanceof JsonNumber number
        ? number.longValue()
        : OptionalLong.empty();
  }
}
