package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.installer.Found.State;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
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
  private final List<HostRoot> targets;
  private final boolean piChoice;
  private final Manifest current;
  private final Path runtime;
  private final List<FileAction> files = new ArrayList<>();
  private final Set<Path> folders = new LinkedHashSet<>();
  private final List<String> notes;
  private final List<String> problems = new ArrayList<>();
  private final Set<Path> going = new HashSet<>();
  private final Map<Path, Manifest.Owned> journal = new LinkedHashMap<>();
  private final Map<Path, Manifest.Owned> result = new LinkedHashMap<>();

  private InstallPlanner(
      Locations locations,
      Payload payload,
      String java,
      List<HostRoot> targets,
      boolean piChoice,
      Manifest current) {
    this.locations = locations;
    this.targets = List.copyOf(targets);
    this.payload = payload;
    this.java = java;
    this.piChoice = piChoice;
    this.current = current;
    this.notes = new ArrayList<>(locations.notes());
    this.runtime =
        locations
            .dataHome()
            .resolve("runtime")
            .resolve(Payload.runtimeName(payload.version(), payload.runtimeFiles(java)));
  }

  /**
   * Plans to install {@code payload} into {@code targets}.
   *
   * @param java the absolute path of the Java that the hosts shall start
   * @param targets folders of {@code locations}
   * @param piChoice whether Pi's shim asks before an automatic compaction
   * @throws Problem when the manifest cannot be trusted
   */
  static Plan plan(
      Locations locations, Payload payload, String java, List<HostRoot> targets, boolean piChoice)
      throws IOException {
    Manifest current =
        ManifestStore.read(locations)
            .orElseGet(() -> Manifest.empty(payload.version(), locations.dataHome()));
    return new InstallPlanner(locations, payload, java, targets, piChoice, current).plan();
  }

  private Plan plan() throws IOException {
    checkDataHome();
    current.files().forEach(file -> journal.put(file.path(), file));
    for (PayloadFile file : payload.runtimeFiles(java)) {
      write(FileKind.RUNTIME, runtime.resolve(file.path()), file.content(), file.program());
    }
    for (HostRoot root : targets) {
      planLoaders(root);
    }
    planOldFiles();
    return finish();
  }

  private void checkDataHome() throws IOException {
    Path dataHome = locations.dataHome();
    ManifestStore.kitProblem(dataHome).ifPresent(problems::add);
    if (dataHome.toString().contains(File.pathSeparator)) {
      problems.add(
          dataHome
              + " holds a "
              + File.pathSeparator
              + ", which cannot stand on Java's class path: name another place with --data-home.");
    }
    if (!current.complete()) {
      notes.add("An earlier run was cut short; this one finishes it.");
    }
  }

  private void planLoaders(HostRoot root) throws IOException {
    Map<String, Json> more =
        root.host() == Namespace.PI && piChoice ? Map.of("piChoice", Json.of(true)) : Map.of();
    JsonObject config =
        new LoaderText.Settings(payload.version(), runtime, locations.dataHome(), java)
            .of(root, more);
    for (Namespace.LoaderFile loader : root.host().loaders()) {
      planLoader(
          root.folder().resolve(loader.path()),
          LoaderText.fill(payload.template(loader.template()), config));
    }
    if (root.host() == Namespace.PI) {
      notes.addAll(PiFolderNotes.of(root.folder()));
    }
  }

  private void planLoader(Path place, Content content) throws IOException {
    Found found = Inspector.look(locations.anchor(place), place);
    boolean replaces =
        found.is(State.FILE)
            && !found.sha256().equals(Optional.of(content.sha256()))
            && ours(place, found);
    if (replaces) {
      planBackup(place);
    }
    write(FileKind.LOADER, place, content, false);
  }

  /** A backup is named by its contents, so that none ever overwrites another. */
  private void planBackup(Path loader) throws IOException {
    Content old = Content.of(Files.readAllBytes(loader));
    String name = loader.getFileName() + "." + old.sha256().hex().substring(0, 12) + ".bak";
    write(FileKind.BACKUP, locations.dataHome().resolve("backups").resolve(name), old, false);
  }

  private boolean ours(Path place, Found found) {
    return current
        .owned(place)
        .filter(o -> found.sha256().filter(o::wrote).isPresent())
        .isPresent();
  }

  private void write(FileKind kind, Path place, Content content, boolean program)
      throws IOException {
    FileAction action = FileJudge.judge(locations, current, kind, place, content, program);
    files.add(action);
    Optional<Manifest.Owned> before = current.owned(place);
    boolean replaced = action.action() == Action.UPGRADE;
    journal.put(
        place,
        new Manifest.Owned(
            place,
            kind,
            content.sha256(),
            replaced
                ? Inspector.look(locations.anchor(place), place).sha256()
                : before.flatMap(Manifest.Owned::previous)));
    result.put(place, new Manifest.Owned(place, kind, content.sha256(), Optional.empty()));
    Path folder = place.getParent();
    if (folder != null && action.action() == Action.CREATE) {
      folders.addAll(Inspector.missingFolders(folder));
    }
  }

  /**
   * What earlier installations left. The runtime that a loader points to until now stays for one
   * more installation: agents that run at this moment still load and start it.
   */
  private void planOldFiles() throws IOException {
    Set<Path> used = new LinkedHashSet<>();
    current.targets().forEach(target -> used.add(target.runtime()));
    for (Manifest.Owned owned : current.files()) {
      if (result.containsKey(owned.path())) {
        continue;
      }
      for (FileAction leftover : Leftovers.besides(locations, owned)) {
        going.add(leftover.path());
        files.add(leftover);
      }
      // After a cut it is not known which runtime the loader points to: then all of them stay this
      // time.
      boolean stays =
          owned.kind() != FileKind.RUNTIME
              || !current.complete()
              || used.stream().anyMatch(owned.path()::startsWith);
      planOldFile(owned, stays);
    }
  }

  private void planOldFile(Manifest.Owned owned, boolean stays) throws IOException {
    Path path = owned.path();
    Found found = Inspector.look(locations.anchor(path), path);
    if (found.is(State.ABSENT)) {
      return;
    }
    if (stays) {
      result.put(path, owned);
    } else if (found.sha256().filter(owned::wrote).isPresent()) {
      going.add(path);
      files.add(FileAction.of(Action.REMOVE, owned.kind(), path, found, "of an older version"));
    } else {
      result.put(path, owned);
      files.add(
          FileAction.of(Action.KEPT, owned.kind(), path, found, "of an older version, but edited"));
    }
  }

  private Plan finish() throws IOException {
    List<Path> allFolders = new ArrayList<>(current.folders());
    folders.stream().filter(folder -> !allFolders.contains(folder)).forEach(allFolders::add);
    List<Path> emptied = EmptiedFolders.of(obsoleteFolders(), going);
    List<Path> foldersAfter = allFolders.stream().filter(f -> !emptied.contains(f)).toList();
    Manifest after = manifest(true, result, foldersAfter);
    Manifest during = manifest(false, journal, allFolders);
    Path place = ManifestStore.place(locations.dataHome());
    Content content = ManifestCodec.write(after);
    Found found = Inspector.look(locations.anchor(place), place);
    Action action =
        found.is(State.ABSENT)
            ? Action.CREATE
            : found.sha256().equals(Optional.of(content.sha256()))
                ? Action.UNCHANGED
                : Action.UPGRADE;
    files.add(FileAction.write(action, FileKind.MANIFEST, place, false, content, ""));
    return new Plan(
        Plan.Operation.INSTALL,
        locations,
        targets,
        files,
        List.copyOf(folders),
        emptied,
        notes,
        problems,
        during,
        after);
  }

  /** Runtime folders in which no file of ours is left. */
  private List<Path> obsoleteFolders() {
    Path runtimes = locations.dataHome().resolve("runtime");
    return current.folders().stream()
        .filter(folder -> folder.startsWith(runtimes))
        .filter(folder -> result.keySet().stream().noneMatch(path -> path.startsWith(folder)))
        .toList();
  }

  private Manifest manifest(boolean complete, Map<Path, Manifest.Owned> owned, List<Path> made) {
    Map<String, Manifest.Target> all = new LinkedHashMap<>();
    current.targets().forEach(target -> all.put(target.hostRoot().profile(), target));
    for (HostRoot root : targets) {
      all.put(root.profile(), new Manifest.Target(root.host(), root.folder(), runtime));
    }
    return new Manifest(
        payload.version(),
        locations.dataHome(),
        complete,
        List.copyOf(owned.values()),
        made,
        List.copyOf(all.values()));
  }
}
