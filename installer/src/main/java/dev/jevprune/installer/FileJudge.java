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
  private final FileMode mode;
  private final String why;

  private FileJudge(FileKind kind, Path place, Content content, FileMode mode, String why) {
    this.kind = kind;
    this.place = place;
    this.content = content;
    this.mode = mode;
    this.why = why;
  }

  /**
   * The action for {@code place}: create, upgrade, unchanged, or refused with the reason.
   *
   * @param mode the permissions of a new file; a file that is there keeps its own
   */
  static FileAction judge(
      Locations locations,
      Manifest current,
      FileKind kind,
      Path place,
      Content content,
      FileMode mode,
      String why)
      throws IOException {
    Found found = Inspector.look(locations.anchor(place), place);
    FileMode kept = found.is(State.FILE) ? FileMode.of(place).orElse(mode) : mode;
    return new FileJudge(kind, place, content, kept, why).judge(found, current.owned(place));
  }

  private FileAction judge(Found found, Optional<Manifest.Owned> owned) throws IOException {
    if (found.is(State.LINK)) {
      return refuse(
          found,
          found.detail()
              + ", and links are not followed. Pass --follow-links to write through it, name the folder it goes to"
              + " with --root or --data-home, or put a real one there.");
    }
    if (found.is(State.FOLDER) || found.is(State.BLOCKED)) {
      return refuse(found, found.detail() + ". Move it away.");
    }
    Path folder = place.getParent();
    if (folder != null && !Inspector.isWritable(folder)) {
      return refuse(
          found,
          "no permission to write in "
              + folder
              + ": it is read-only, or belongs to somebody else. Name another folder with --root or --data-home.");
    }
    if (found.is(State.ABSENT)) {
      return write(Action.CREATE, found, why);
    }
    if (owned.isEmpty()) {
      return refuse(found, "a file that we did not write is there. Move it away.");
    }
    if (found.sha256().equals(Optional.of(content.sha256()))) {
      return write(Action.UNCHANGED, found, why);
    }
    return found.sha256().filter(owned.get()::wrote).isPresent() && kind != FileKind.BACKUP
        ? write(Action.UPGRADE, found, why)
        : refuse(
            found,
            "it was edited after it was installed. Move your copy away to have it written anew.");
  }

  private FileAction refuse(Found found, String reason) {
    return write(Action.REFUSED, found, reason);
  }

  private FileAction write(Action action, Found found, String reason) {
    return FileAction.write(action, kind, place, mode, content, found, reason);
  }
}
