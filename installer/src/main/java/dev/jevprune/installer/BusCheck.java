package dev.jevprune.installer;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.registry.Carrier;
import dev.jevprune.bus.registry.OwnPackage;
import dev.jevprune.bus.registry.Registry;
import dev.jevprune.bus.registry.RegistryStore;
import dev.jevprune.bus.registry.StageEntry;
import dev.jevprune.core.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks at the registry of the bus: whether it can be read, whether we stand in it as the manifest
 * says, who carries each host, and which stages cannot run.
 */
final class BusCheck {
  private static final String AREA = "bus";
  private static final String APPLY = " Run jevprune-install --apply.";

  private final Surroundings surroundings;
  private final Manifest manifest;
  private final BusHome home;
  private final boolean joined;
  private final Set<String> disabled;
  private final List<Finding> findings = new ArrayList<>();

  private BusCheck(
      Surroundings surroundings, Locations locations, Manifest manifest, List<String> disabled) {
    Optional<Manifest.Edit> edit =
        manifest.edits().stream().filter(e -> e.kind() == FileKind.REGISTRY).findFirst();
    this.surroundings = surroundings;
    this.manifest = manifest;
    this.joined = edit.isPresent();
    this.home = new BusHome(edit.map(Manifest.Edit::root).orElse(locations.busHome()));
    this.disabled = new TreeSet<>(disabled);
  }

  /**
   * What there is to say.
   *
   * @param disabled the stages that the worker does not ask any more
   */
  static List<Finding> of(
      Surroundings surroundings, Locations locations, Manifest manifest, List<String> disabled)
      throws IOException {
    BusCheck check = new BusCheck(surroundings, locations, manifest, disabled);
    check.look();
    return List.copyOf(check.findings);
  }

  private void look() throws IOException {
    RegistryStore store = new RegistryStore(home, Clock.systemUTC());
    Registry registry;
    try {
      if (store.bytes().isEmpty()) {
        findings.add(
            joined
                ? Finding.wrong(
                    AREA, home.registry() + " is gone, so no other package knows us." + APPLY)
                : Finding.ok(AREA, "not joined, and nobody else is: " + home.registry()));
        return;
      }
      registry = store.load();
    } catch (BusException e) {
      findings.add(
          Finding.wrong(
              AREA,
              e.text()
                  + " Until "
                  + home.registry()
                  + " is repaired or moved away, no chain runs and nobody can join."));
      return;
    }
    findings.add(
        Finding.ok(
            AREA,
            home.registry()
                + " can be read"
                + (joined ? "" : "; we are not in it (--no-bus)")
                + ", packages "
                + packages(registry)));
    for (String host : new TreeSet<>(Carrier.HOSTS)) {
      host(registry, host);
    }
    registry.stages().forEach(this::program);
    disabled.forEach(
        stage ->
            findings.add(
                Finding.note(
                    AREA,
                    "stage "
                        + stage
                        + " broke its claims, so it is disabled until the worker ends"
                        + " (jevprune worker stop)")));
  }

  private static Set<String> packages(Registry registry) {
    Set<String> names = new TreeSet<>();
    registry.stages().forEach(stage -> names.add(stage.packageName()));
    registry.carriers().values().forEach(carrier -> names.add(carrier.packageName()));
    return names;
  }

  /** One line a host: who carries it, and the order of its stages; then what is wrong there. */
  private void host(Registry registry, String host) {
    List<Manifest.Target> ours =
        manifest.targets().stream()
            .filter(target -> target.adapter() && target.host().wireName().equals(host))
            .toList();
    List<StageEntry> stages =
        registry.stages().stream()
            .filter(stage -> stage.appliesTo(host))
            .sorted(StageEntry.ORDER)
            .toList();
    Optional<Carrier> carrier = registry.carrier(host);
    if (ours.isEmpty() && carrier.isEmpty()) {
      return;
    }
    String order = order(stages);
    if (carrier.isEmpty()) {
      findings.add(
          joined
              ? Finding.wrong(
                  AREA, "nobody carries " + host + ", so its chain does not run." + APPLY)
              : Finding.ok(AREA, "nobody carries " + host + order));
    } else if (carrier.get().packageName().equals(OwnPackage.NAME)) {
      findings.add(
          Finding.ok(AREA, host + " is carried by Jev Prune (" + OwnPackage.NAME + ")" + order));
    } else {
      String text = host + " is carried by " + carrier.get().packageName();
      findings.add(
          Finding.note(
              AREA,
              text
                  + (joined
                      ? ": it runs our stage, and our shim leaves the requests alone"
                      : "; we are not on the bus, so both may edit the same request")
                  + order));
    }
    try {
      registry.chain(host);
    } catch (BusException e) {
      findings.add(Finding.wrong(AREA, e.text() + " Until then no chain runs on " + host + "."));
    }
    if (joined) {
      missing(host, ours, stages);
    }
  }

  private static String order(List<StageEntry> stages) {
    return stages.isEmpty()
        ? ""
        : "; stages in order: "
            + String.join(
                ", ", stages.stream().map(s -> s.name() + " of " + s.packageName()).toList());
  }

  private void missing(String host, List<Manifest.Target> ours, List<StageEntry> stages) {
    for (Manifest.Target target : ours) {
      String name = stageName(target);
      if (stages.stream().noneMatch(stage -> isOurs(stage) && stage.name().equals(name))) {
        findings.add(
            Finding.wrong(
                AREA,
                "our stage " + name + " for " + target.root() + " is not registered." + APPLY));
      }
    }
    if (ours.isEmpty() && stages.stream().anyMatch(BusCheck::isOurs)) {
      findings.add(
          Finding.note(
              AREA, host + " has a stage of ours that this installation knows nothing of"));
    }
  }

  private static boolean isOurs(StageEntry stage) {
    return stage.packageName().equals(OwnPackage.NAME);
  }

  private static String stageName(Manifest.Target target) {
    return OwnPackage.stageName(target.host().wireName(), new Digest(target.hostRoot().profile()));
  }

  /** A stage whose program is gone contributes nothing, and says so to nobody. */
  private void program(StageEntry stage) {
    String program = stage.transport().argv().get(0);
    if (isThere(program)) {
      return;
    }
    String text =
        "stage "
            + stage.name()
            + " of "
            + stage.packageName()
            + " names "
            + program
            + ", which is gone";
    if (!isOurs(stage)) {
      findings.add(Finding.note(AREA, text + ": that package contributes nothing"));
      return;
    }
    Set<String> known = new HashSet<>();
    manifest.targets().stream()
        .filter(Manifest.Target::adapter)
        .forEach(target -> known.add(stageName(target)));
    findings.add(
        Finding.wrong(
            AREA,
            known.contains(stage.name())
                ? text + "." + APPLY
                : text
                    + ". An installation that is not there any more left it: take the entry out of "
                    + home.registry()
                    + "."));
  }

  private boolean isThere(String program) {
    try {
      Path path = surroundings.path(program);
      return path.isAbsolute() ? Files.isRegularFile(path) : onPath(program);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private boolean onPath(String program) {
    return program.contains("/") || surroundings.onPath(program).isPresent();
  }
}
