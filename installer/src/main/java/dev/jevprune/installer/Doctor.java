package dev.jevprune.installer;

import dev.jevprune.adapters.store.StoredSessions;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Examines an installation: what is there, what hosts did with it, and what stands in its way. Only
 * looks.
 */
final class Doctor {
  static final String SCHEMA = "jev-prune.doctor.v1";

  private final Surroundings surroundings;
  private final InstallWorld world;
  private final Locations locations;
  private final List<HostRoot> only;
  private final List<Finding> findings = new ArrayList<>();

  /**
   * @param only the host folders to look at; empty for all that are installed
   */
  Doctor(Surroundings surroundings, InstallWorld world, Locations locations, List<HostRoot> only) {
    this.surroundings = surroundings;
    this.world = world;
    this.locations = locations;
    this.only = List.copyOf(only);
  }

  /**
   * Examines and prints.
   *
   * @return 0 when nothing is wrong, else 1
   */
  int run(boolean selfTest, boolean json) throws IOException {
    examine(selfTest);
    boolean healthy = findings.stream().noneMatch(f -> f.level() == Finding.Level.FINDING);
    if (json) {
      surroundings.out().println(asJson(healthy));
    } else {
      surroundings.out().println("Jev Prune " + Version.current() + ": doctor");
      surroundings.out().println("data home  " + locations.dataHome());
      for (Finding finding : findings) {
        surroundings
            .out()
            .println(
                String.format(
                    Locale.ROOT,
                    "%-8s %-9s %s",
                    finding.level() == Finding.Level.FINDING ? "WRONG" : finding.level().wireName(),
                    finding.area(),
                    finding.text()));
      }
      surroundings.out().println(healthy ? "Healthy." : "Something is wrong, marked WRONG above.");
    }
    return healthy ? Program.OK : Program.FAILED;
  }

  private void examine(boolean selfTest) throws IOException {
    ManifestStore.kitProblem(locations.dataHome())
        .ifPresent(text -> findings.add(Finding.wrong("files", text)));
    Optional<Manifest> found;
    try {
      found = ManifestStore.read(locations);
    } catch (Problem e) {
      findings.add(Finding.wrong("files", String.valueOf(e.getMessage())));
      return;
    }
    if (found.isEmpty()) {
      findings.add(
          Finding.wrong(
              "files",
              "nothing is installed from "
                  + locations.dataHome()
                  + ". Try jevprune-install --plan, or name the data home with --data-home."));
      return;
    }
    Manifest manifest = found.get();
    findings.addAll(FileCheck.of(locations, manifest));
    WorkerCheck worker = WorkerCheck.ask(locations.dataHome(), manifest);
    findings.addAll(worker.findings());
    findings.addAll(ConfigCheck.of(locations.dataHome()));
    findings.addAll(StoreCheck.of(locations.dataHome(), manifest));
    List<StoredSessions.Stored> sessions = new StoredSessions(locations.dataHome()).all();
    List<Manifest.Target> targets =
        manifest.targets().stream()
            .filter(t -> only.isEmpty() || only.stream().anyMatch(t.hostRoot()::samePlace))
            .toList();
    for (Manifest.Target target : targets) {
      findings.addAll(
          new HostCheck(surroundings, locations, target, manifest.version(), sessions).findings());
    }
    findings.addAll(ProfileCheck.of(manifest.targets()));
    findings.addAll(BusCheck.of(surroundings, locations, manifest, worker.disabled()));
    findings.addAll(SkillCheck.of(locations, manifest));
    if (selfTest) {
      findings.addAll(world.selfTest(locations, targets));
    }
  }

  private String asJson(boolean healthy) {
    return ManifestCodec.canonical(
        JsonObject.builder()
            .put("schema", SCHEMA)
            .put("version", Version.current())
            .put("dataHome", locations.dataHome().toString())
            .put("healthy", healthy)
            .put(
                "checks",
                PlanJson.array(
                    findings.stream()
                        .map(
                            finding ->
                                JsonObject.builder()
                                    .put("level", finding.level().wireName())
                                    .put("area", finding.area())
                                    .put("text", finding.text())
                                    .build())
                        .toList()))
            .build());
  }
}
