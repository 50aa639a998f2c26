package dev.jevprune.installer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Things in Pi's extension folder that would keep our loader from working, or double it. */
final class PiFolderNotes {
  private PiFolderNotes() {}

  static List<String> of(Path agentDir) {
    Path extensions = agentDir.resolve("extensions");
    List<String> notes = new ArrayList<>();
    // Pi takes such a folder as one extension and looks at nothing else in it.
    for (String name : List.of("index.ts", "index.js", "package.json")) {
      Path index = extensions.resolve(name);
      if (Files.exists(index, NOFOLLOW_LINKS)) {
        notes.add(
            index
                + " may keep Pi from loading the other files of that folder, "
                + "jev-prune.js"
                + " among them.");
      }
    }
    Path kit = extensions.resolve("jev-prune.ts");
    if (Files.exists(kit, NOFOLLOW_LINKS)) {
      notes.add(
          kit
              + " looks like the Python kit's adapter. Two adapters would both answer /prune: uninstall that one.");
    }
    return notes;
  }
}
