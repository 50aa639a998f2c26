package dev.jevprune.installer;

import dev.jevprune.installer.Found.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Plans a removal. Goes by the manifest alone, so that it finds what was installed when a variable
 * named the folder that is not set any more.
 */
final class UninstallPlanner {
  private final Locations locations;
  private final Manifest current;
  private final List<HostRoot> only;
  private final boolean purge;
  private final List<Manifest.Target> staying;
  private final List<FileAction> files = new ArrayList<>();
  private final List<String> notes;
  private final List<Manifest.Owned> left = new ArrayList<>();
  private final Set<Path> going = new HashSet<>();
  private final Set<Path> purgedFolders = new HashSet<>();

  private UninstallPlanner(
      Locations locations, Manifest current, List<HostRoot> only, boolean purge) {
    this.locations = locations;
    this.only = List.copyOf(only);
    this.current = current;
    this.purge = purge;
    this.staying = stayingTargets();
    this.notes = new ArrayList<>(locations.notes());
  }

  /**
   * Plans to remove what the manifest lists; limited to some hosts only what serves them, while
   * another one is left.
   *
   * @param only the host folders to remove from; empty for all
   * @param purge whether the decisions and logs go too
   * @throws Problem when the manifest cannot be trusted
   */
  static Plan plan(Locations locations, List<HostRoot> only, boolean purge) throws IOException {
    Optional<Manifest> found = ManifestStore.read(locations);
    Manifest current =
        found.orElseGet(() -> Manifest.empty(Version.current(), locations.dataHome()));
    UninstallPlanner planner = new UninstallPlanner(locations, current, only, purge);
    if (found.isEmpty()) {
      planner.notes.add(
          "Nothing is installed from "
              + locations.dataHome()
              + ": there is no "
              + Manifest.FILE_NAME
              + ".");
      ManifestStore.kitProblem(locations.dataHome()).ifPresent(planner.notes::add);
    }
    return planner.plan(found.isPresent());
  }

  private Plan plan(boolean installed) throws IOException {
    Undoing undoing = new Undoing(locations, current, staying);
    undoing.plan();
    files.addAll(undoing.files());
    going.addAll(undoing.going());
    for (Manifest.Owned owned : byOrderOfRemoval()) {
      if (stays(owned)) {
        left.add(owned);
        continue;
      }
      files.add(judge(owned));
      for (FileAction leftover : Leftovers.besides(locations, owned)) {
        going.add(leftover.path());
        files.add(leftover);
      }
      planPythonCache(owned.path());
    }
    if (staying.isEmpty() && Inspector.isFolder(locations.dataHome())) {
      // Without a manifest nobody says that this folder is a data home: then nothing in it is
      // judged.
      DataHomeRest rest =
          installed
              ? DataHomeRest.of(locations, current, purge)
              : DataHomeRest.ofStranger(locations);
      files.addAll(rest.files());
      going.addAll(rest.going());
      purgedFolders.addAll(rest.emptied());
    } else {
      Leftovers.ofManifest(locations).forEach(files::add);
    }
    if (installed && staying.equals(current.targets()) && !only.isEmpty()) {
      notes.add(
          "Nothing is installed in "
              + only.stream()
                  .map(root -> root.folder().toString())
                  .collect(Collectors.joining(", "))
              + "; see the targets in "
              + ManifestStore.place(locations.dataHome())
              + ".");
    }
    if (installed) {
      planManifest(manifest(true, left, undoing.left(), current.folders()));
    }
    return new Plan(
        Plan.Operation.UNINSTALL,
        locations,
        only.stream()
            .map(root -> new PlannedTarget(root, false, false, Optional.empty(), true))
            .toList(),
        files,
        List.of(),
        emptiedFolders(),
        new Plan.Remarks(notes, List.of(), List.of()),
        undoing.bus(),
        List.of(),
        current,
        manifest(true, left, undoing.left(), current.folders()));
  }

  private List<Manifest.Target> stayingTargets() {
    return only.isEmpty()
        ? List.of()
        : current.targets().stream()
            .filter(target -> only.stream().noneMatch(target.hostRoot()::samePlace))
            .toList();
  }

  private boolean stays(Manifest.Owned owned) {
    boolean shared = owned.kind() == FileKind.RUNTIME || owned.kind() == FileKind.BACKUP;
    return shared
        ? !staying.isEmpty()
        : staying.stream().anyMatch(target -> target.owns(owned.place()));
  }

  /** A target stays on the list as long as a file of ours serves it, or a line of ours names it. */
  private List<Manifest.Target> targetsOf(List<Manifest.Owned> owned, List<Manifest.Edit> edits) {
    return current.targets().stream()
        .filter(
            t ->
                staying.contains(t)
                    || owned.stream().anyMatch(f -> t.owns(f.place()))
                    || edits.stream()
                        .anyMatch(
                            e ->
                                e.root().equals(t.root())
                                    || (e.kind() == FileKind.REGISTRY && t.adapter())))
        .toList();
  }

  /**
   * What hosts load first, and of several files the one that counts: nothing that a host loads may
   * ever point to what is gone.
   */
  private List<Manifest.Owned> byOrderOfRemoval() {
    List<Manifest.Owned> loaders = new ArrayList<>();
    List<Manifest.Owned> others = new ArrayList<>();
    for (Manifest.Owned owned : current.files()) {
      boolean loaded = owned.kind() == FileKind.LOADER || owned.kind() == FileKind.SKILL;
      (loaded ? loaders : others).add(owned);
    }
    Collections.reverse(loaders);
    loaders.addAll(others);
    return loaders;
  }

  /** What Python compiled from a module of ours that goes. */
  private void planPythonCache(Path module) throws IOException {
    if (!going.contains(module)) {
      return;
    }
    PythonCache.folder(module).ifPresent(purgedFolders::add);
    for (Path compiled : PythonCache.of(module)) {
      going.add(compiled);
      Found found = Inspector.look(locations.anchor(compiled), compiled);
      files.add(
          FileAction.of(
              Action.REMOVE, FileKind.OTHER, compiled, found, "Python made it of our module"));
    }
  }

  private FileAction judge(Manifest.Owned owned) throws IOException {
    Path place = owned.path();
    if (outside(owned.place())) {
      return keep(
          owned,
          Found.of(State.FILE, ""),
          "outside --home "
              + locations.home()
              + ": uninstall without --home, or name it with --root");
    }
    boolean known =
        owned.place().startsWith(locations.dataHome())
            || current.targets().stream().anyMatch(target -> target.owns(owned.place()));
    if (!known) {
      return keep(
          owned,
          Found.of(State.FILE, ""),
          "the manifest names it, but no file of ours is kept there");
    }
    Found found = Inspector.look(locations.anchor(place), place);
    if (found.is(State.ABSENT)) {
      going.add(place);
      return FileAction.of(Action.GONE, owned.kind(), place, found, "it was removed before");
    }
    if (!found.is(State.FILE)) {
      return keep(owned, found, found.detail() + ", which we did not make");
    }
    if (found.sha256().filter(owned::wrote).isEmpty()) {
      return keep(owned, found, edited(owned));
    }
    Path folder = place.getParent();
    if (folder != null && !Inspector.isWritable(folder)) {
      return keep(owned, found, "no permission to change " + folder);
    }
    going.add(place);
    return FileAction.of(Action.REMOVE, owned.kind(), place, found, "").through(owned.place());
  }

  private static String edited(Manifest.Owned owned) {
    return owned.kind() == FileKind.LOADER
        ? "edited after it was installed, so it is yours. It still is loaded, but without the"
            + " runtime it does nothing; delete it yourself"
        : "edited after it was installed, so it is yours; delete it yourself";
  }

  private FileAction keep(Manifest.Owned owned, Found found, String why) {
    left.add(owned);
    return FileAction.of(Action.KEPT, owned.kind(), owned.path(), found, why);
  }

  private boolean outside(Path place) {
    return locations.homeGiven()
        && !place.startsWith(locations.home())
        && !place.startsWith(locations.dataHome())
        && only.stream().noneMatch(root -> place.startsWith(root.folder()));
  }

  private void planManifest(Manifest after) throws IOException {
    Path place = ManifestStore.place(locations.dataHome());
    Found found = Inspector.look(locations.anchor(place), place);
    boolean stateStays =
        files.stream().anyMatch(f -> f.kind() == FileKind.STATE && f.action() == Action.KEPT);
    if (after.files().isEmpty() && after.edits().isEmpty() && !stateStays) {
      going.add(place);
      files.add(FileAction.of(Action.REMOVE, FileKind.MANIFEST, place, found, ""));
      return;
    }
    Content content = ManifestCodec.write(after);
    boolean same = found.sha256().equals(Optional.of(content.sha256()));
    files.add(
        FileAction.write(
            same ? Action.UNCHANGED : Action.UPGRADE,
            FileKind.MANIFEST,
            place,
            FileMode.PRIVATE,
            content,
            found,
            "it lists what is left"));
  }

  private List<Path> emptiedFolders() throws IOException {
    Set<Path> candidates = new HashSet<>(purgedFolders);
    // A missing --home is made with the folders above it.
    current.folders().stream()
        .filter(folder -> !outside(folder) || locations.home().startsWith(folder))
        .forEach(candidates::add);
    return EmptiedFolders.of(candidates, going);
  }

  private Manifest manifest(
      boolean complete, List<Manifest.Owned> owned, List<Manifest.Edit> edits, List<Path> folders) {
    return new Manifest(
        current.version(),
        locations.dataHome(),
        complete,
        owned,
        folders,
        targetsOf(owned, edits),
        edits,
        current.kept());
  }
}
