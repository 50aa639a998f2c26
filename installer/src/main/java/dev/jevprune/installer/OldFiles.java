package dev.jevprune.installer;

import dev.jevprune.installer.Found.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What earlier installations left. The runtime that a loader pointed to until now stays for one
 * more upgrade: agents that run at this moment still load and start it.
 */
final class OldFiles {
  private final Locations locations;
  private final Manifest current;
  private final List<PlannedTarget> targets;
  private final Path runtime;
  private final PlanDraft draft;
  private final Set<Path> going = new HashSet<>();

  OldFiles(
      Locations locations,
      Manifest current,
      List<PlannedTarget> targets,
      Path runtime,
      PlanDraft draft) {
    this.locations = locations;
    this.current = current;
    this.targets = List.copyOf(targets);
    this.runtime = runtime;
    this.draft = draft;
  }

  /**
   * Plans what becomes of the files that the new installation does not write.
   *
   * @param written tells whether a file with lines of ours is written again
   */
  void plan(Predicate<Manifest.Edit> written) throws IOException {
    Leftovers.ofManifest(locations).forEach(draft::add);
    for (Manifest.Edit edit : current.edits()) {
      if (!written.test(edit)) {
        Leftovers.besides(locations, edit.path(), edit.kind()).forEach(draft::add);
      }
    }
    Set<Path> used = keptRuntimes();
    for (Manifest.Owned owned : current.files()) {
      if (draft.has(owned.path())) {
        continue;
      }
      for (FileAction leftover : Leftovers.besides(locations, owned)) {
        going.add(leftover.path());
        draft.add(leftover);
      }
      plan(owned, stays(owned, used));
    }
  }

  private boolean stays(Manifest.Owned owned, Set<Path> used) {
    return switch (owned.kind()) {
      case BACKUP -> true;
      case RUNTIME -> used.stream().anyMatch(owned.path()::startsWith);
      default -> current.targets().stream().anyMatch(t -> !isPlanned(t) && t.owns(owned.place()));
    };
  }

  /**
   * The runtimes that loaders pointed to until now; without a change those that were kept before.
   */
  Set<Path> keptRuntimes() {
    Set<Path> used = new LinkedHashSet<>();
    current.targets().forEach(target -> used.add(target.runtime()));
    boolean finishes = current.files().stream().anyMatch(file -> file.path().startsWith(runtime));
    if (!current.complete() && !finishes) {
      // Another version was cut short: it is not known which runtime the loaders point to.
      Path runtimes = locations.dataHome().resolve("runtime");
      current.files().stream()
          .map(Manifest.Owned::path)
          .filter(
              file -> file.startsWith(runtimes) && file.getNameCount() > runtimes.getNameCount())
          .forEach(file -> used.add(runtimes.resolve(file.getName(runtimes.getNameCount()))));
    }
    used.remove(runtime);
    if (used.isEmpty()) {
      used.addAll(current.kept());
    }
    used.remove(runtime);
    return used;
  }

  /** Whether the new installation serves a host that was served before. */
  boolean isPlanned(Manifest.Target target) {
    return targets.stream().anyMatch(planned -> target.hostRoot().samePlace(planned.root()));
  }

  private void plan(Manifest.Owned owned, boolean stays) throws IOException {
    Path path = owned.path();
    Found found = Inspector.look(locations.anchor(path), path);
    if (found.is(State.ABSENT)) {
      return;
    }
    if (stays) {
      draft.stays(owned);
    } else if (found.sha256().filter(owned::wrote).isPresent()) {
      going.add(path);
      draft.add(FileAction.of(Action.REMOVE, owned.kind(), path, found, "of an older version"));
    } else {
      draft.keep(
          owned,
          FileAction.of(Action.KEPT, owned.kind(), path, found, "of an older version, but edited"));
    }
  }

  /** What goes. */
  Set<Path> going() {
    return Set.copyOf(going);
  }

  /** Folders of ours in which no file of ours is left. */
  List<Path> folders() {
    return current.folders().stream()
        .filter(folder -> !draft.needs(folder))
        .filter(folder -> !locations.dataHome().startsWith(folder))
        .toList();
  }
}
