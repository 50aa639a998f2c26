package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a run would do. A value: making it writes nothing.
 *
 * @param operation install or uninstall
 * @param locations where
 * @param targets the host folders that an installation is for; of a removal those that it is
 *     limited to
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
    List<HostRoot> targets,
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
    targets = List.copyOf(targets);
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

  /** What stands in the way, each reason once: one link can hide every file of a runtime. */
  List<String> obstacles() {
    Map<String, List<Path>> refused = new LinkedHashMap<>();
    for (FileAction file : files) {
      if (file.action() == Action.REFUSED) {
        refused.computeIfAbsent(file.why(), why -> new ArrayList<>()).add(file.path());
      }
    }
    List<String> texts = new ArrayList<>(problems);
    refused.forEach(
        (why, paths) -> {
          String more = paths.size() == 1 ? "" : " and " + (paths.size() - 1) + " more";
          texts.add(paths.get(0) + more + ": " + why);
        });
    return texts;
  }

  List<FileAction> kept() {
    return files.stream().filter(file -> file.action() == Action.KEPT).toList();
  }
}
