package dev.jevprune.installer;

import dev.jevprune.installer.Found.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plans to take our lines out of the files of others. */
final class Undoing {
  private final Locations locations;
  private final Manifest current;
  private final List<Manifest.Target> staying;
  private final BusWork bus;
  private final List<FileAction> files = new ArrayList<>();
  private final List<Manifest.Edit> left = new ArrayList<>();

  /**
   * @param staying the hosts that keep what they have
   */
  Undoing(Locations locations, Manifest current, List<Manifest.Target> staying) {
    this.locations = locations;
    this.current = current;
    this.staying = List.copyOf(staying);
    this.bus = new BusWork(locations, current);
  }

  void plan() throws IOException {
    bus.leave(staying);
    files.addAll(bus.files());
    left.addAll(bus.edits());
    for (Manifest.Edit edit : current.edits()) {
      if (edit.kind() == FileKind.REGISTRY) {
        continue;
      }
      if (staying.stream().anyMatch(target -> target.root().equals(edit.root()))) {
        left.add(edit);
      } else {
        settings(edit);
      }
    }
  }

  private void settings(Manifest.Edit edit) throws IOException {
    Path file = edit.path();
    files.addAll(Leftovers.besides(locations, file, edit.kind()));
    Found found = Inspector.look(locations.anchor(file), file);
    if (found.is(State.ABSENT)) {
      files.add(FileAction.of(Action.GONE, edit.kind(), file, found, "it was removed before"));
      return;
    }
    if (!found.is(State.FILE)) {
      keep(edit, found, found.detail() + ", so our line in it was not looked for");
      return;
    }
    byte[] bytes = Files.readAllBytes(file);
    Optional<Content> restored =
        found.sha256().equals(Optional.of(edit.after()))
            ? HermesSettings.undo(bytes, edit.offset(), edit.inserted())
            : Optional.empty();
    if (restored.isEmpty()) {
      Optional<HermesSettings> settings = HermesSettings.parse(bytes);
      if (settings.isEmpty()) {
        keep(edit, found, "it cannot be read as YAML; take the line " + line() + " out yourself");
        return;
      }
      if (settings.get().standing() != HermesSettings.Standing.ENABLED) {
        files.add(
            FileAction.of(Action.GONE, edit.kind(), file, found, "our line is not in it any more"));
        return;
      }
      restored = settings.get().disable(edit.inserted()).map(HermesSettings.Change::content);
    }
    if (restored.isEmpty()) {
      keep(
          edit,
          found,
          "its list of plugins is written in a way that our name cannot safely be taken from; take "
              + line()
              + " out yourself");
      return;
    }
    Path folder = file.getParent();
    if (folder != null && !Inspector.isWritable(folder)) {
      keep(edit, found, "no permission to change " + folder);
      return;
    }
    files.add(
        FileAction.write(
            Action.EDIT,
            edit.kind(),
            file,
            FileMode.of(file).orElse(FileMode.PRIVATE),
            restored.get(),
            found,
            "takes our line out; every other byte stays"));
  }

  private static String line() {
    return "\"- " + HermesSettings.PLUGIN + "\"";
  }

  private void keep(Manifest.Edit edit, Found found, String why) {
    left.add(edit);
    files.add(FileAction.of(Action.KEPT, edit.kind(), edit.path(), found, why));
  }

  List<FileAction> files() {
    return List.copyOf(files);
  }

  /** The lines that stay. */
  List<Manifest.Edit> left() {
    return List.copyOf(left);
  }

  /** What goes of the bus. */
  Set<Path> going() {
    return bus.going();
  }

  BusPlan bus() {
    return bus.plan();
  }
}
