package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The manifests of an installation: that of its end, and that which stands while files change. */
final class NextManifest {
  private final String version;
  private final Locations locations;
  private final Manifest current;
  private final List<PlannedTarget> targets;
  private final Path runtime;
  private final PlanDraft draft;
  private final OldFiles old;

  /**
   * @param runtime the runtime folder of the new version
   * @param draft what becomes of each file; complete
   * @param old what becomes of the files of earlier installations; planned
   */
  NextManifest(
      String version,
      Locations locations,
      Manifest current,
      List<PlannedTarget> targets,
      Path runtime,
      PlanDraft draft,
      OldFiles old) {
    this.version = version;
    this.locations = locations;
    this.current = current;
    this.targets = List.copyOf(targets);
    this.runtime = runtime;
    this.draft = draft;
    this.old = old;
  }

  /**
   * The manifest by which the installation counts.
   *
   * @param folders the folders of ours that are there then
   * @param edits the lines of ours in files of others
   */
  Manifest after(List<Path> folders, List<Manifest.Edit> edits) {
    List<Manifest.Owned> owned = List.copyOf(draft.result());
    List<Manifest.Target> all = new ArrayList<>();
    for (Manifest.Target before : current.targets()) {
      if (!old.isPlanned(before) && owned.stream().anyMatch(file -> before.owns(file.place()))) {
        all.add(before);
      }
    }
    for (PlannedTarget target : targets) {
      all.add(target.recorded(runtimeOf(target)));
    }
    return new Manifest(
        version,
        locations.dataHome(),
        true,
        owned,
        folders,
        all,
        edits,
        List.copyOf(old.keptRuntimes()));
  }

  /**
   * The manifest while files are changed. Of a host that was there before it still names the
   * runtime of before, so that a run which finishes this one knows what running agents use.
   *
   * @param folders the folders of ours before and after
   */
  Manifest during(Manifest after, List<Path> folders) {
    List<Manifest.Target> during = new ArrayList<>();
    for (Manifest.Target target : after.targets()) {
      Path before = current.target(target.hostRoot()).map(Manifest.Target::runtime).orElse(runtime);
      during.add(
          new Manifest.Target(
              target.host(),
              target.root(),
              target.adapter(),
              target.choice(),
              target.skill(),
              before));
    }
    current.targets().stream()
        .filter(target -> after.target(target.hostRoot()).isEmpty())
        .forEach(during::add);
    List<Manifest.Edit> edits = new ArrayList<>(after.edits());
    current.edits().stream().filter(edit -> after.edit(edit.path()).isEmpty()).forEach(edits::add);
    return new Manifest(
        version,
        locations.dataHome(),
        false,
        List.copyOf(draft.journal()),
        folders,
        during,
        edits,
        current.kept());
  }

  /** An adapter that was edited and stays points to the runtime that it pointed to. */
  private Path runtimeOf(PlannedTarget target) {
    Optional<Manifest.Target> before = current.target(target.root());
    boolean kept =
        draft.files().stream()
            .anyMatch(
                file ->
                    file.action() == Action.KEPT
                        && file.kind() == FileKind.LOADER
                        && target.root().loaders().contains(file.via().orElse(file.path())));
    return kept ? before.map(Manifest.Target::runtime).orElse(runtime) : runtime;
  }
}
