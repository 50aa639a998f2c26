package dev.jevprune.installer;

import dev.jevprune.installer.Found.State;
import dev.jevprune.installer.HermesSettings.Change;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a run does to Hermes' list of enabled plugins: told by default, done when asked for. */
final class HermesPlan {
  private final Locations locations;
  private final Manifest current;
  private final boolean followLinks;
  private final List<FileAction> files = new ArrayList<>();
  private final List<Manifest.Edit> edits = new ArrayList<>();
  private final List<String> notDone = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  HermesPlan(Locations locations, Manifest current, boolean followLinks) {
    this.locations = locations;
    this.current = current;
    this.followLinks = followLinks;
  }

  /** Plans for one folder of Hermes into which the plugin is installed. */
  void plan(HostRoot root, boolean activate) throws IOException {
    Path place = root.folder().resolve(HermesSettings.FILE_NAME);
    Path file = followLinks ? Links.real(locations, place) : place;
    Found found = Inspector.look(locations.anchor(file), file);
    Optional<Manifest.Edit> before = current.edit(file);
    if (!found.is(State.FILE)) {
      cannot(root, activate, found.is(State.ABSENT) ? file + " is not there yet" : found.detail());
      return;
    }
    Optional<HermesSettings> settings = HermesSettings.parse(Files.readAllBytes(file));
    if (settings.isEmpty()) {
      cannot(root, activate, file + " cannot be read as YAML");
      return;
    }
    switch (settings.get().standing()) {
      case ENABLED -> before.ifPresent(edits::add);
      case MISSING -> missing(root, activate, file, found, settings.get());
      case DISABLED ->
          cannot(root, activate, file + " names the plugin under plugins.disabled, which wins");
      case QUOTED ->
          cannot(
              root,
              activate,
              "plugins.enabled in "
                  + file
                  + " is a text in quotes and not a list, so that Hermes loads no plugin at all");
      case ODD -> cannot(root, activate, "plugins.enabled in " + file + " is not a list");
    }
  }

  private void missing(
      HostRoot root, boolean activate, Path file, Found found, HermesSettings settings)
      throws IOException {
    if (!activate) {
      notDone.add(
          "Hermes is not told to load the plugin: "
              + toDo(root)
              + ", or run this again with --activate-hermes.");
      return;
    }
    Path folder = file.getParent();
    Optional<Change> change = settings.enable();
    if (change.isEmpty()) {
      cannot(root, true, file + " is written in a way that a line cannot safely be added to");
    } else if (folder != null && !Inspector.isWritable(folder)) {
      cannot(root, true, "no permission to write in " + folder);
    } else {
      FileMode mode = FileMode.of(file).orElse(FileMode.PRIVATE);
      files.add(
          FileAction.write(
              Action.EDIT,
              FileKind.SETTINGS,
              file,
              mode,
              change.get().content(),
              found,
              "adds " + HermesSettings.PLUGIN + " to plugins.enabled; every other byte stays"));
      edits.add(
          new Manifest.Edit(
              file,
              root.folder(),
              FileKind.SETTINGS,
              change.get().offset(),
              change.get().piece(),
              change.get().content().sha256()));
    }
  }

  private void cannot(HostRoot root, boolean activate, String why) {
    if (activate) {
      problems.add(
          why + ", so --activate-hermes does nothing. To do it by hand, " + toDo(root) + ".");
    } else {
      notDone.add("Hermes may not load the plugin: " + why + ". " + capital(toDo(root)) + ".");
    }
  }

  private static String toDo(HostRoot root) {
    return "add the line \"    - "
        + HermesSettings.PLUGIN
        + "\" under plugins: enabled: in "
        + root.folder().resolve(HermesSettings.FILE_NAME);
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + text.substring(1);
  }

  List<FileAction> files() {
    return List.copyOf(files);
  }

  List<Manifest.Edit> edits() {
    return List.copyOf(edits);
  }

  List<String> notDone() {
    return List.copyOf(notDone);
  }

  List<String> problems() {
    return List.copyOf(problems);
  }
}
