package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the folders that a removal leaves empty. */
final class EmptiedFolders {
  private EmptiedFolders() {}

  /**
   * Those of {@code candidates} in which nothing stays when {@code going} is gone, children first.
   */
  static List<Path> of(Collection<Path> candidates, Set<Path> going) throws IOException {
    Set<Path> gone = new HashSet<>(going);
    List<Path> empty = new ArrayList<>();
    Comparator<Path> deepestFirst = Comparator.comparing(Path::getNameCount);
    for (Path folder :
        candidates.stream()
            .sorted(deepestFirst.reversed().thenComparing(Comparator.naturalOrder()))
            .toList()) {
      if (Inspector.isFolder(folder) && gone.containsAll(entries(folder))) {
        gone.add(folder);
        empty.add(folder);
      }
    }
    return empty;
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }
}
