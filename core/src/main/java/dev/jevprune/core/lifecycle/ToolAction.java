package dev.jevprune.core.lifecycle;

import java.util.List;

/** What a call does to files, as far as its name and arguments tell. */
public sealed interface ToolAction {

  /** Nothing that concerns us. */
  ToolAction NONE = new Other();

  /** Neither reads nor changes a file, as far as is known. */
  record Other() implements ToolAction {}

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
   * @param paths the paths, spelt by {@link PathSpelling}; none where they are not known
   */
  record Edit(List<String> paths) implements ToolAction {
    public Edit {
      paths = List.copyOf(paths);
    }
  }
}
