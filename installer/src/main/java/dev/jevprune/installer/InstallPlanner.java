package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans an installation: looks at everything, changes nothing. */
final class InstallPlanner {
  private final Locations locations;
  private final Payload payload;
  private final String java;
  private final InstallOptions options;
  private final Manifest current;
  private final List<PlannedTarget> targets;
  private final Path runtime;
  private final PlanDraft draft;
  private final HermesPlan hermes;
  private final BusWork bus;
  private final HostRemarks remarks;
  private final List<String> problems = new ArrayList<>();
  private final OldFiles old;

  private InstallPlanner(
      Locations locations,
      Payload payload,
      String java,
      List<HostRoot> chosen,
      InstallOptions options,
      Manifest current)
      throws IOException {
    this.locations = locations;
    this.payload = payload;
    this.java = java;
    this.options = options;
    this.current = current;
    this.targets =
        PlannedTarget.of(locations, current, chosen, options, !payload.skill().isEmpty());
    this.runtime =
        locations
            .dataHome()
            .resolve("runtime")
            .resolve(Payload.runtimeName(payload.version(), payload.runtimeFiles(java)));
    this.draft = new PlanDraft(locations, current, options.followLinks());
    this.hermes = new HermesPlan(locations, current, options.followLinks());
    this.bus = new BusWork(locations, current);
    this.remarks = new HostRemarks(locations, targets, options);
    this.old = new OldFiles(locations, current, targets, runtime, draft);
  }

  /**
   * Plans to install {@code payload} for hosts.
   *
   * @param java the absolute path of the Java that the hosts shall start
   * @param chosen folders of {@code locations}
   * @throws Problem when the manifest cannot be trusted
   */
  static Plan plan(
      Locations locations,
      Payload payload,
      String java,
      List<HostRoot> chosen,
      InstallOptions options)
      throws IOException {
    Manifest current =
        ManifestStore.read(locations)
            .orElseGet(() -> Manifest.empty(payload.version(), locations.dataHome()));
    return new InstallPlanner(locations, payload, java, chosen, options, current).plan();
  }

  private Plan plan() throws IOException {
    checkDataHome();
    for (PayloadFile file : payload.runtimeFiles(java)) {
      draft.write(
          FileKind.RUNTIME,
          runtime.resolve(file.path()),
          file.content(),
          file.mode(),
          "worker, shims and programs");
    }
    planSkills();
    for (PlannedTarget target : targets) {
      planTarget(target);
    }
    old.plan(
        edit ->
            edit.kind() == FileKind.REGISTRY
                || hermes.files().stream().anyMatch(f -> f.path().equals(edit.path())));
    hermes.files().forEach(draft::add);
    problems.addAll(hermes.problems());
    planBus();
    return finish();
  }

  private void planBus() throws IOException {
    if (options.bus()) {
      bus.join(targets, runtime, options.forceCarrier());
    } else if (bus.joined()) {
      bus.leave(List.of());
    } else {
      remarks.note("The bus is not joined, as --no-bus says.");
    }
    for (FileAction file : bus.files()) {
      draft.add(file);
      Path folder = file.path().getParent();
      if (folder != null && file.action() == Action.CREATE) {
        draft.makes(folder);
      }
    }
    problems.addAll(bus.problems());
  }

  private void checkDataHome() throws IOException {
    Path dataHome = locations.dataHome();
    ManifestStore.kitProblem(dataHome).ifPresent(problems::add);
    String separator = dataHome.getFileSystem().getSeparator().equals("\\") ? ";" : ":";
    if (dataHome.toString().contains(separator)) {
      problems.add(
          dataHome
              + " holds a "
              + separator
              + ", which cannot stand on Java's class path: name another place with --data-home.");
    }
    if (!current.complete()) {
      remarks.note("An earlier run was cut short; this one finishes it.");
    }
  }

  /** Each skill folder once, whichever hosts it serves. */
  private void planSkills() throws IOException {
    Set<Path> folders = new LinkedHashSet<>();
    targets.forEach(target -> target.skill().ifPresent(folders::add));
    for (Path folder : folders) {
      for (PayloadFile file : payload.skillFiles(runtime)) {
        FileAction action =
            draft.write(
                FileKind.SKILL,
                folder.resolve(file.path()),
                file.content(),
                file.mode(),
                "skill for " + remarks.servedBy(folder));
        excuse(action, targets.stream().noneMatch(t -> t.asked() && serves(t, folder)));
      }
    }
  }

  private static boolean serves(PlannedTarget target, Path folder) {
    return target.skill().filter(folder::equals).isPresent();
  }

  private void planTarget(PlannedTarget target) throws IOException {
    HostRoot root = target.root();
    if (!target.adapter()) {
      return;
    }
    boolean seeds = target.asked() && options.seedOpenCode() && root.host() == Namespace.OPENCODE;
    boolean seeded = OpenCodeSeed.places(root).stream().anyMatch(p -> current.owned(p).isPresent());
    if (seeded || (seeds && OpenCodeSeed.isNeeded(root))) {
      for (Map.Entry<Path, Content> file : OpenCodeSeed.files(root).entrySet()) {
        FileAction action =
            draft.write(
                FileKind.SEED,
                file.getKey(),
                file.getValue(),
                FileMode.PRIVATE,
                "keeps OpenCode from an npm install");
        excuse(action, true);
      }
      draft.makes(OpenCodeSeed.modules(root));
    }
    Map<String, Json> more = target.choice() ? Map.of("piChoice", Json.of(true)) : Map.of();
    JsonObject config =
        new LoaderText.Settings(
                payload.version(), runtime, locations.dataHome(), locations.busHome(), java)
            .of(root, more);
    for (Namespace.LoaderFile loader : root.host().loaders()) {
      FileAction action =
          draft.write(
              FileKind.LOADER,
              root.folder().resolve(loader.path()),
              LoaderText.fill(payload.template(loader.template()), config),
              FileMode.PRIVATE,
              root.host().title() + " loads it");
      excuse(action, !target.asked());
    }
    if (root.host() == Namespace.HERMES) {
      hermes.plan(root, target.asked() && options.activateHermes());
    }
  }

  /** What was not asked for does not stand in the way: an edited file of it stays as it is. */
  private void excuse(FileAction action, boolean along) {
    if (along && action.action() == Action.REFUSED) {
      draft.replace(action, action.as(Action.KEPT, action.why()));
      Optional<Manifest.Owned> owned = current.owned(action.path());
      owned.ifPresent(draft::stays);
      if (owned.isEmpty()) {
        draft.disowns(action.path());
      }
    }
  }

  private Plan finish() throws IOException {
    List<Path> allFolders = new ArrayList<>(current.folders());
    draft.folders().stream()
        .filter(folder -> !allFolders.contains(folder))
        .forEach(allFolders::add);
    List<Path> emptied = EmptiedFolders.of(old.folders(), old.going());
    List<Path> foldersAfter = allFolders.stream().filter(f -> !emptied.contains(f)).toList();
    List<Manifest.Edit> edits = new ArrayList<>(hermes.edits());
    edits.addAll(bus.edits());
    NextManifest next =
        new NextManifest(payload.version(), locations, current, targets, runtime, draft, old);
    Manifest after = next.after(foldersAfter, edits);
    Manifest during = next.during(after, allFolders);
    draft.manifest(after);
    return new Plan(
        Plan.Operation.INSTALL,
        locations,
        targets,
        draft.files(),
        draft.folders(),
        emptied,
        remarks.all(hermes.notDone()),
        bus.plan(),
        problems,
        during,
        after);
  }
}
