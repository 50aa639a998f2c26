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
 * @param targets the hosts that an installation is for; of a removal those that it is limited to
 * @param files one entry a file, in the order in which they are dealt with
 * @param newFolders the folders that are made, parents first
 * @param emptiedFolders the folders that we made and that will be empty, children first: they go
 * @param remarks what the user should know
 * @param bus what becomes of the bus
 * @param problems what stands in the way beside refused files
 * @param journal the manifest while the change runs
 * @param result the manifest after it; an uninstall that leaves nothing of ours writes none
 */
record Plan(
    Operation operation,
    Locations locations,
    List<PlannedTarget> targets,
    List<FileAction> files,
    List<Path> newFolders,
    List<Path> emptiedFolders,
    Remarks remarks,
    BusPlan bus,
    List<String> problems,
    Manifest journal,
    Manifest result) {
  enum Operation {
    INSTALL,
    UNINSTALL
  }

  /**
   * What the user should know.
   *
   * @param notes about how things were found, and what was met on the way
   * @param sideEffects what hosts will do by themselves because of it
   * @param notDone what is not done, and why
   */
  record Remarks(List<String> notes, List<String> sideEffects, List<String> notDone) {
    Remarks {
      notes = List.copyOf(notes);
      sideEffects = List.copyOf(sideEffects);
      notDone = List.copyOf(notDone);
    }
  }

  Plan {
    targets = List.copyOf(targets);
    files = List.copyOf(files);
    newFolders = List.copyOf(newFolders);
    emptiedFolders = List.copyOf(emptiedFolders);
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
