package dev.jevprune.installer;

import dev.jevprune.installer.Found.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files of an installation while it is planned, with what the manifest will say of them. */
final class PlanDraft {
  private static final int BACKUP_DIGITS = 16;

  private final Locations locations;
  private final Manifest current;
  private final boolean followLinks;
  private final List<FileAction> files = new ArrayList<>();
  private final Set<Path> folders = new LinkedHashSet<>();
  private final Set<Path> needed = new LinkedHashSet<>();
  private final Map<Path, Manifest.Owned> journal = new LinkedHashMap<>();
  private final Map<Path, Manifest.Owned> result = new LinkedHashMap<>();

  PlanDraft(Locations locations, Manifest current, boolean followLinks) {
    this.locations = locations;
    this.current = current;
    this.followLinks = followLinks;
    current.files().forEach(file -> journal.put(file.path(), file));
  }

  /**
   * Judges one file that shall be there; an upgrade of a file outside the runtime keeps a backup.
   */
  FileAction write(FileKind kind, Path place, Content content, FileMode mode, String why)
      throws IOException {
    Path real = followLinks ? Links.real(locations, place) : place;
    for (FileAction planned : files) {
      if (planned.path().equals(real) && planned.content().isPresent()) {
        return planned.content().get().equals(content) ? planned : twice(planned);
      }
    }
    FileAction action =
        FileJudge.judge(locations, current, kind, real, content, mode, why).through(place);
    boolean replaces = action.action() == Action.UPGRADE;
    if (replaces && kind != FileKind.RUNTIME) {
      backUp(real);
    }
    files.add(action);
    Optional<Path> via = action.via();
    journal.put(
        real,
        new Manifest.Owned(
            real,
            via,
            kind,
            content.sha256(),
            replaces ? action.before() : current.owned(real).flatMap(Manifest.Owned::previous)));
    result.put(real, new Manifest.Owned(real, via, kind, content.sha256(), Optional.empty()));
    Path folder = real.getParent();
    if (folder != null && action.action() == Action.CREATE) {
      makes(folder);
    }
    return action;
  }

  private FileAction twice(FileAction planned) {
    FileAction refused = planned.as(Action.REFUSED, "two of our files would be this one");
    replace(planned, refused);
    return refused;
  }

  /** A backup is named by its contents, so that none ever overwrites another. */
  private void backUp(Path file) throws IOException {
    Content old = Content.of(Files.readAllBytes(file));
    String name =
        file.getFileName() + "." + old.sha256().hex().substring(0, BACKUP_DIGITS) + ".bak";
    write(
        FileKind.BACKUP,
        locations.dataHome().resolve("backups").resolve(name),
        old,
        FileMode.PRIVATE,
        "the text that is replaced");
  }

  /** A file of ours that the plan leaves as it is, named. */
  void keep(Manifest.Owned owned, FileAction action) {
    files.add(action);
    result.put(owned.path(), owned);
  }

  /** Replaces what was planned last for a path. */
  void replace(FileAction before, FileAction after) {
    files.set(files.indexOf(before), after);
  }

  /** A file of ours that stays as it is. */
  void stays(Manifest.Owned owned) {
    journal.put(owned.path(), owned);
    result.put(owned.path(), owned);
  }

  /** Takes a file off the list of what we own. */
  void disowns(Path path) {
    journal.remove(path);
    result.remove(path);
  }

  void add(FileAction action) {
    files.add(action);
  }

  /** A folder that must be there. */
  void makes(Path folder) throws IOException {
    needed.add(folder);
    folders.addAll(Inspector.missingFolders(folder));
  }

  /** Whether a folder has to stay. */
  boolean needs(Path folder) {
    return needed.stream().anyMatch(other -> other.startsWith(folder))
        || result.keySet().stream().anyMatch(path -> path.startsWith(folder));
  }

  boolean has(Path path) {
    return result.containsKey(path);
  }

  /** The action of the manifest's own file. */
  void manifest(Manifest after) throws IOException {
    Path place = ManifestStore.place(locations.dataHome());
    Content content = ManifestCodec.write(after);
    Found found = Inspector.look(locations.anchor(place), place);
    Action action =
        found.is(State.ABSENT)
            ? Action.CREATE
            : found.sha256().equals(Optional.of(content.sha256()))
                ? Action.UNCHANGED
                : Action.UPGRADE;
    files.add(
        FileAction.write(
            action, FileKind.MANIFEST, place, FileMode.PRIVATE, content, found, "what we own"));
  }

  List<FileAction> files() {
    return files;
  }

  List<Path> folders() {
    return List.copyOf(folders);
  }

  Collection<Manifest.Owned> journal() {
    return journal.values();
  }

  Collection<Manifest.Owned> result() {
    return result.values();
  }
}
