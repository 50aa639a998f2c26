package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The changes of a registry as pure functions from the bytes of the file to its next bytes. Nothing
 * is read or written here: whoever calls holds {@link RegistryLock} from reading the file to
 * writing it.
 */
public final class RegistryEdits {

  private RegistryEdits() {}

  /**
   * The registry after a registration.
   *
   * @param registry the next content of the file
   * @param report what became of the registration
   */
  public record Registered(Registry registry, Registration.Report report) {

    /** The next bytes of the file. */
    public byte[] bytes() throws BusException {
      return registry.write();
    }
  }

  /**
   * The registry after a package left.
   *
   * @param registry the next content of the file; empty when the file is to be deleted, or stays
   *     away
   * @param removal what went
   */
  public record Unregistered(Optional<Registry> registry, Registration.Removal removal) {

    /** The next bytes of the file; empty when there is to be none. */
    public Optional<byte[]> bytes() throws BusException {
      return registry.isPresent() ? Optional.of(registry.get().write()) : Optional.empty();
    }
  }

  /**
   * Registers a package: all of its stages are replaced by the given ones, and each host it asks
   * for is taken when nobody carries it, when the package carries it already, when its rank is
   * higher, or by force.
   *
   * @param current the bytes of the file, empty when there is none
   * @throws BusException when the file cannot be read, or the package clashes with another
   */
  public static Registered register(Optional<byte[]> current, Registration wanted)
      throws BusException {
    Registry registry = read(current);
    String name = wanted.packageName();
    List<StageEntry> stages = new ArrayList<>(registry.stages());
    stages.removeIf(stage -> stage.packageName().equals(name));
    stages.addAll(wanted.stages());

    Map<String, Carrier> carriers = new TreeMap<>(registry.carriers());
    List<String> carrierOf = new ArrayList<>();
    Map<String, String> deferredTo = new LinkedHashMap<>();
    Map<String, String> tookOver = new LinkedHashMap<>();
    wanted
        .carriers()
        .forEach(
            (host, claim) -> {
              Optional<Carrier> rival =
                  registry.carrier(host).filter(held -> !held.packageName().equals(name));
              if (rival.isPresent() && !wanted.force() && claim.rank() <= rival.get().rank()) {
                deferredTo.put(host, rival.get().packageName());
                return;
              }
              rival.ifPresent(held -> tookOver.put(host, held.packageName()));
              carriers.put(host, claim);
              carrierOf.add(host);
            });

    Registry next = registry.with(stages, carriers);
    Optional<Conflict> conflict = Conflict.among(stages, Optional.of(name));
    if (conflict.isPresent()) {
      throw conflict.get().refusal();
    }
    next.write(); // refuses what is too big before anybody is told of success
    return new Registered(
        next,
        new Registration.Report(
            name,
            carrierOf,
            deferredTo,
            tookOver,
            wanted.stages().stream().map(StageEntry::name).toList()));
  }

  /**
   * Takes a package out, with its stages and the hosts it carries. A host it leaves stays without
   * carrier until somebody registers again.
   *
   * @param current the bytes of the file, empty when there is none
   * @throws BusException when the file cannot be read
   */
  public static Unregistered unregister(Optional<byte[]> current, String packageName)
      throws BusException {
    if (current.isEmpty()) {
      return new Unregistered(
          Optional.empty(), new Registration.Removal(packageName, List.of(), List.of()));
    }
    Registry registry = read(current);
    List<StageEntry> stages = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (StageEntry stage : registry.stages()) {
      if (stage.packageName().equals(packageName)) {
        removed.add(stage.name());
      } else {
        stages.add(stage);
      }
    }
    Map<String, Carrier> carriers = new TreeMap<>(registry.carriers());
    List<String> released =
        carriers.entrySet().stream()
            .filter(held -> held.getValue().packageName().equals(packageName))
            .map(Map.Entry::getKey)
            .toList();
    released.forEach(carriers::remove);
    Registry next = registry.with(stages, carriers);
    return new Unregistered(
        next.isEmpty() ? Optional.empty() : Optional.of(next),
        new Registration.Removal(packageName, removed, released));
  }

  static Registry read(Optional<byte[]> current) throws BusException {
    return current.isPresent() ? Registry.parse(current.get()) : Registry.EMPTY;
  }
}
