package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What Python writes beside a module of ours: {@code __pycache__/NAME.*.pyc}. It derives from that
 * module alone, so it goes with it.
 */
final class PythonCache {
  private static final String FOLDER = "__pycache__";
  private static final String MODULE_END = ".py";

  private PythonCache() {}

  /** The folder that Python keeps for a module, for modules only. */
  static Optional<Path> folder(Path module) {
    return String.valueOf(module.getFileName()).endsWith(MODULE_END)
        ? Optional.of(module.resolveSibling(FOLDER))
        : Optional.empty();
  }

  /** The compiled forms of a module, also those that a write cut short left. */
  static List<Path> of(Path module) throws IOException {
    Optional<Path> folder = folder(module);
    if (folder.isEmpty() || !Inspector.isFolder(folder.get())) {
      return List.of();
    }
    String name = String.valueOf(module.getFileName());
    String stem = name.substring(0, name.length() - MODULE_END.length() + 1);
    List<Path> compiled = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder.get())) {
      for (Path entry : entries.sorted().toList()) {
        String entryName = String.valueOf(entry.getFileName());
        if (entryName.startsWith(stem) && entryName.contains(".pyc") && Inspector.isFile(entry)) {
          compiled.add(entry);
        }
      }
    }
    return compiled;
  }
}
