package dev.jevprune.adapters.measure;

import java.util.Locale;
import java.util.Set;

/** What a call does to a file. */
enum ToolKind {
  READ,
  EDIT,
  OTHER;

  private static final Set<String> READS =
      Set.of("read", "read_file", "file_read", "readfile", "view", "view_file");
  private static final Set<String> EDITS =
      Set.of(
          "edit",
          "multiedit",
          "multi_edit",
          "write",
          "notebookedit",
          "write_file",
          "edit_file",
          "create_file",
          "create",
          "patch",
          "apply_patch",
          "str_replace",
          "str_replace_editor",
          "insert");

  /** Of the tools of all hosts, by name in any case. */
  static ToolKind of(String tool) {
    String name = tool.toLowerCase(Locale.ROOT);
    return READS.contains(name) ? READ : EDITS.contains(name) ? EDIT : OTHER;
  }
}
