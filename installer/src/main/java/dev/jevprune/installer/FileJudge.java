package dev.jevprune.installer;

import dev.jevprune.installer.Found.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Judges what an installation may do with one file that it wants to write. */
final class FileJudge {
  private final FileKind kind;
  private final Path place;
  private final Content content;
  private final boolean program;

  private FileJudge(FileKind kind, Path place, Content content, boolean program) {
    this.kind = kind;
    this.place = place;
    this.content = content;
    this.program = program;
  }

  /** The action for {@code place}: create, upgrade, unchanged, or refused with the reason. */
  static FileAction judge(
      Locations locations,
      Manifest current,
      FileKind kind,
      Path place,
      Content content,
      boolean program)
      throws IOException {
    Found found = Inspector.look(locations.anchor(place), place);
    return new FileJudge(kind, place, content, program).judge(found, current.owned(place));
  }

  private FileAction judge(Found found, Optional<Manifest.Owned> owned) {
    if (found.is(State.LINK)) {
      return refuse(
          found.detail()
              + ", and links are not followed. Name the folder it goes to with --root or --data-home, or put a real"
              + " one there.");
    }
    if (found.is(State.FOLDER) || found.is(State.BLOCKED)) {
      return refuse(found.detail() + ". Move it away.");
    }
    Path folder = place.getParent();
    if (folder != null && !Inspector.isWritable(folder)) {
      return refuse("no permission to write in " + folder);
    }
    if (found.is(State.ABSENT)) {
      return write(Action.CREATE, "");
    }
    if (owned.isEmpty()) {
      return refuse("a file that we did not write is there. Move it away.");
    }
    if (found.sha256().equals(Optional.of(content.sha256()))) {
      return write(Action.UNCHANGED, "");
    }
    return found.sha256().filter(owned.get()::wrote).isPresent()
        ? write(Action.UPGRADE, kind == FileKind.LOADER ? "the old text goes to backups/" : "")
        : refuse(
            "it was edited after it was installed. Move your copy away to have it written anew.");
  }

  private FileAction refuse(String why) {
    return write(Action.REFUSED, why);
  }

  private FileAction write(Action action, String why) {
    return FileAction.write(action, kind, place, program, content, why);
  }
}
