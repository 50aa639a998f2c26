package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a data home holds beside the files of the manifest: decisions, logs, locks, and what is not
 * ours. Each entry is named, with the reason why it goes or stays.
 */
final class DataHomeRest {
  private static final Set<String> LEFTOVERS =
      Set.of("worker.json", "worker.token", "worker.lock", "start.lock", "settings.json");
  private static final String LEFTOVER_START = ".worker.json.tmp-";

  private final Locations locations;
  private final boolean purge;
  private final List<FileAction> files = new ArrayList<>();
  private final Set<Path> going = new HashSet<>();
  private final Set<Path> emptied = new HashSet<>();

  private DataHomeRest(Locations locations, boolean purge) {
    this.locations = locations;
    this.purge = purge;
  }

  /** Judges every entry of a data home of ours. */
  static DataHomeRest of(Locations locations, Manifest manifest, boolean purge) throws IOException {
    DataHomeRest rest = new DataHomeRest(locations, purge);
    for (Path entry : entries(locations.dataHome())) {
      boolean listed =
          entry.equals(ManifestStore.place(locations.dataHome()))
              || manifest.folders().contains(entry)
              || manifest.owned(entry).isPresent();
      if (!listed) {
        rest.judge(entry);
      }
    }
    return rest;
  }

  /** Takes nothing from a folder that no manifest calls a data home, but the start of a cut run. */
  static DataHomeRest ofStranger(Locations locations) throws IOException {
    DataHomeRest rest = new DataHomeRest(locations, false);
    Path temporary = Disk.temporaryOf(ManifestStore.place(locations.dataHome()));
    if (Inspector.isFile(temporary)) {
      rest.remove(temporary, "left by a run that was cut short");
    }
    return rest;
  }

  List<FileAction> files() {
    return List.copyOf(files);
  }

  /** The entries that will be gone. */
  Set<Path> going() {
    return Set.copyOf(going);
  }

  /** The folders that may go when they are empty. */
  Set<Path> emptied() {
    return Set.copyOf(emptied);
  }

  private void judge(Path entry) throws IOException {
    String name = String.valueOf(entry.getFileName());
    if (name.equals(InstallLock.FILE_NAME)) {
      going.add(entry); // deleted by whoever holds it
    } else if (isLeftover(entry, name)) {
      remove(entry, "left by a run");
    } else if (name.equals("state")) {
      state(entry, "your decisions", "[0-9a-f]{64}");
    } else if (name.equals("logs")) {
      state(entry, "logs", "worker\\.log.*");
    } else {
      keep(FileKind.OTHER, entry, "not written by the installer");
    }
  }

  private boolean isLeftover(Path entry, String name) throws IOException {
    return Inspector.isFile(entry)
        && (LEFTOVERS.contains(name)
            || name.startsWith(LEFTOVER_START)
            || entry.equals(Disk.temporaryOf(ManifestStore.place(locations.dataHome()))));
  }

  /** The worker's own folder, of which only entries with the worker's kind of name are taken. */
  private void state(Path folder, String what, String ours) throws IOException {
    if (!purge || !Inspector.isFolder(folder)) {
      keep(FileKind.STATE, folder, what + "; --purge-state removes them");
      return;
    }
    emptied.add(folder);
    for (Path entry : entries(folder)) {
      if (String.valueOf(entry.getFileName()).matches(ours)) {
        removeTree(entry);
      } else {
        keep(FileKind.OTHER, entry, "not written by the worker");
      }
    }
  }

  private void removeTree(Path top) throws IOException {
    try (Stream<Path> tree = Files.walk(top)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        if (Inspector.isFolder(path)) {
          emptied.add(path);
        } else if (Inspector.isFile(path)) {
          remove(path, "");
        } else {
          keep(FileKind.OTHER, path, "not a plain file");
        }
      }
    }
  }

  private void remove(Path file, String why) throws IOException {
    going.add(file);
    Found found = Inspector.look(locations.anchor(file), file);
    files.add(FileAction.of(Action.REMOVE, FileKind.STATE, file, found, why));
  }

  private void keep(FileKind kind, Path path, String why) throws IOException {
    long bytes = Inspector.isFile(path) ? Files.size(path) : -1;
    Found found = new Found(Found.State.FILE, bytes, Optional.empty(), "");
    files.add(FileAction.of(Action.KEPT, kind, path, found, why));
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.sorted().toList();
    }
  }
}
