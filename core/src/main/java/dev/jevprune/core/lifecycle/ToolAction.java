package dev.jevprune.core.lifecycle;

import java.util.List;

/** What a call does to files, as far as its name and arguments tell. */
public sealed interface ToolAction {

  /** Nothing that concerns us. */
  ToolAction NONE = new Edit(List.of());

  /**
   * Reads a file.
   *
   * @param path the path, spelt by {@link PathSpelling}
   * @param range the part that was asked for in one spelling, empty for the whole file: equal for
   *     two reads that name the same offset and limit
   */
  record Read(String path, String range) implements ToolAction {}

  /**
   * Changes files.
   *
   * @param paths the paths, spelt by {@link PathSpelling}
   */
  record Edit(List<String> paths) implements ToolAction {
    public Edit {
      paths = List.copyOf(paths);
    }
  }
}
