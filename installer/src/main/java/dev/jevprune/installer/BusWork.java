package dev.jevprune.installer;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.registry.OwnPackage;
import dev.jevprune.bus.registry.RegistryEdits;
import dev.jevprune.core.Digest;
import dev.jevprune.installer.Found.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plans what a run does to the registry of the bus. Other packages' entries stay as they are. */
final class BusWork {
  /** Recorded where the guard file of the lock came with us. */
  private static final String GUARD = "guard";

  private final Locations locations;
  private final Manifest current;
  private final BusHome home;
  private final List<FileAction> files = new ArrayList<>();
  private final List<Manifest.Edit> edits = new ArrayList<>();
  private final List<String> carriers = new ArrayList<>();
  private final List<String> stages = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private boolean emptied;

  BusWork(Locations locations, Manifest current) {
    this.locations = locations;
    this.current = current;
    this.home = new BusHome(locations.busHome());
  }

  /**
   * Registers the hosts that load us, beside those that are registered already.
   *
   * @param runtime the runtime in which the program of our stage is
   * @param force carry a host also where another package does
   */
  void join(List<PlannedTarget> targets, Path runtime, boolean force) throws IOException {
    List<OwnPackage.Place> places = new ArrayList<>();
    for (PlannedTarget target : targets) {
      if (target.adapter()) {
        places.add(place(target.root(), runtime));
      }
    }
    if (places.isEmpty()) {
      return;
    }
    Path file = home.registry();
    Found found = Inspector.look(locations.anchor(file), file);
    if (!found.is(State.FILE) && !found.is(State.ABSENT)) {
      problems.add(
          found.detail() + ", so the bus cannot be joined. Move it away, or pass --no-bus.");
      return;
    }
    try {
      RegistryEdits.Registered next = OwnPackage.add(bytes(file, found), places, force);
      Content content = Content.of(next.bytes());
      boolean same = found.sha256().equals(Optional.of(content.sha256()));
      Action action =
          found.is(State.ABSENT) ? Action.CREATE : same ? Action.UNCHANGED : Action.EDIT;
      FileMode mode =
          found.is(State.FILE) ? FileMode.of(file).orElse(FileMode.PRIVATE) : FileMode.PRIVATE;
      files.add(
          FileAction.write(
              action, FileKind.REGISTRY, file, mode, content, found, "our entries on the bus"));
      String guard = Inspector.exists(home.guard()) ? "" : GUARD;
      edits.add(
          new Manifest.Edit(
              file,
              locations.busHome(),
              FileKind.REGISTRY,
              0,
              current.edit(file).map(Manifest.Edit::inserted).orElse(guard),
              content.sha256()));
      next.report().carrierOf().forEach(host -> carriers.add(host + ": Jev Prune"));
      next.report()
          .deferredTo()
          .forEach((host, other) -> carriers.add(host + ": " + other + ", we are its guest"));
      next.report()
          .tookOver()
          .forEach((host, other) -> carriers.add(host + ": taken over from " + other));
      stages.addAll(next.report().stages());
    } catch (BusException e) {
      problems.add(e.text() + " Or pass --no-bus.");
    }
  }

  private OwnPackage.Place place(HostRoot root, Path runtime) {
    String host = root.host().wireName();
    return new OwnPackage.Place(
        host,
        new Digest(root.profile()),
        root.folder().toString(),
        List.of(
            runtime.resolve("bin").resolve("jevprune-stage").toString(),
            "--data-home",
            locations.dataHome().toString(),
            "--profile",
            root.profile(),
            "--host",
            host));
  }

  /** Whether an earlier installation joined. */
  boolean joined() {
    return current.edits().stream().anyMatch(edit -> edit.kind() == FileKind.REGISTRY);
  }

  /**
   * Takes our entries out.
   *
   * @param staying the hosts whose entries stay
   */
  void leave(List<Manifest.Target> staying) throws IOException {
    for (Manifest.Edit edit : current.edits()) {
      if (edit.kind() == FileKind.REGISTRY) {
        leave(edit, staying);
      }
    }
  }

  private void leave(Manifest.Edit edit, List<Manifest.Target> staying) throws IOException {
    Path file = edit.path();
    files.addAll(Leftovers.besides(locations, file, FileKind.REGISTRY));
    Found found = Inspector.look(locations.anchor(file), file);
    Set<String> names = new HashSet<>();
    for (Manifest.Target target : current.targets()) {
      if (target.adapter() && !staying.contains(target)) {
        String profile = target.hostRoot().profile();
        names.add(OwnPackage.stageName(target.host().wireName(), new Digest(profile)));
      }
    }
    boolean stays = staying.stream().anyMatch(Manifest.Target::adapter);
    if (stays) {
      edits.add(edit);
    }
    if (found.is(State.ABSENT)) {
      if (!stays) {
        guard(edit);
      }
      return;
    }
    if (!found.is(State.FILE)) {
      keep(edit, found, found.detail() + ", so our entries in it were not looked for", stays);
      return;
    }
    try {
      Optional<byte[]> next = OwnPackage.remove(bytes(file, found), names).bytes();
      if (next.isEmpty()) {
        files.add(
            FileAction.of(
                Action.REMOVE, FileKind.REGISTRY, file, found, "nobody else is on the bus"));
        guard(edit);
        return;
      }
      Content content = Content.of(next.get());
      if (found.sha256().equals(Optional.of(content.sha256()))) {
        return;
      }
      files.add(
          FileAction.write(
              Action.EDIT,
              FileKind.REGISTRY,
              file,
              FileMode.of(file).orElse(FileMode.PRIVATE),
              content,
              found,
              "takes our entries off the bus"));
      if (!stays) {
        guard(edit);
      }
    } catch (BusException e) {
      keep(edit, found, e.text(), stays);
    }
  }

  private void keep(Manifest.Edit edit, Found found, String why, boolean listed) {
    if (!listed) {
      edits.add(edit);
    }
    files.add(FileAction.of(Action.KEPT, FileKind.REGISTRY, edit.path(), found, why));
  }

  /** The guard file of the lock goes where there was none before us. */
  private void guard(Manifest.Edit edit) throws IOException {
    if (!edit.inserted().equals(GUARD)) {
      return;
    }
    emptied = true;
    if (Inspector.isFile(home.guard())) {
      Found found = Inspector.look(locations.anchor(home.guard()), home.guard());
      files.add(
          FileAction.of(Action.REMOVE, FileKind.OTHER, home.guard(), found, "of the bus's lock"));
    }
  }

  /** Where the lock is made before it is linked. */
  private Path own() {
    return home.lock().resolveSibling("." + home.lock().getFileName() + ".own");
  }

  private static Optional<byte[]> bytes(Path file, Found found) throws IOException {
    return found.is(State.FILE) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  List<FileAction> files() {
    return List.copyOf(files);
  }

  /** What goes; the lock file goes with the lock. */
  Set<Path> going() {
    Set<Path> going = new HashSet<>();
    files.stream()
        .filter(file -> file.action() == Action.REMOVE)
        .forEach(file -> going.add(file.path()));
    if (emptied) {
      going.addAll(List.of(home.lock(), own()));
    }
    return going;
  }

  List<Manifest.Edit> edits() {
    return List.copyOf(edits);
  }

  List<String> problems() {
    return List.copyOf(problems);
  }

  BusPlan plan() {
    return new BusPlan(carriers, stages);
  }
}
