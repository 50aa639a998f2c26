package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.List;

/**
 * What a run would do. A value: making it writes nothing.
 *
 * @param operation install or uninstall
 * @param locations where
 * @param files one entry a file, in the order in which they are dealt with
 * @param newFolders the folders that are made, parents first
 * @param emptiedFolders the folders that we made and that will be empty, children first: they go
 * @param notes what the user should know
 * @param problems what stands in the way beside refused files
 * @param journal the manifest while the change runs
 * @param result the manifest after it; an uninstall that leaves nothing of ours writes none
 */
record Plan(
    Operation operation,
    Locations locations,
    List<FileAction> files,
    List<Path> newFolders,
    List<Path> emptiedFolders,
    List<String> notes,
    List<String> problems,
    Manifest journal,
    Manifest result) {
  enum Operation {
    INSTALL,
    UNINSTALL
  }

  Plan {
    files = List.copyOf(files);
    newFolders = List.copyOf(newFolders);
    emptiedFolders = List.copyOf(emptiedFolders);
    notes = List.copyOf(notes);
    problems = List.copyOf(problems);
  }

  boolean refused() {
    return !problems.isEmpty() || count(Action.REFUSED) > 0;
  }

  /** Whether applying it would change the disk. */
  boolean hasWork() {
    return files.stream().anyMatch(file -> file.action().changesDisk())
        || !newFolders.isEmpty()
        || !emptiedFolders.isEmpty();
  }

  long count(Action action) {
    return files.stream().filter(file -> file.action() == action).count();
  }

  /** Whether files of this kind go. */
  boolean removes(FileKind kind) {
    return files.stream().anyMatch(file -> file.kind() == kind && file.action() == Action.REMOVE);
  }

  List<FileAction> kept() {
    return files.stream().filter(file -> file.action() == Action.KEPT).toList();
  }
}
