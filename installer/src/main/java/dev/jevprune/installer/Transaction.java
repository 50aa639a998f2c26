package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The steps of one change. Each step that writes remembers how it is taken back, so that a disk
 * that fails half way leaves what was there before.
 */
final class Transaction {
  private final Disk disk;
  private final Deque<Step> undo = new ArrayDeque<>();

  /** A step on the disk. */
  interface Step {
    void run() throws IOException;
  }

  Transaction(Disk disk) {
    this.disk = disk;
  }

  /** Makes a folder that is not there yet. */
  void makeFolder(Path folder) throws IOException {
    if (Inspector.isFolder(folder)) {
      return;
    }
    try {
      disk.makeFolder(folder);
      undo.push(() -> disk.deleteFolder(folder));
    } catch (FileAlreadyExistsException e) {
      if (!Inspector.isFolder(folder)) {
        throw e;
      }
    }
  }

  /** Writes a file of a plan, if what is there still is what the plan saw. */
  void write(FileAction file) throws IOException {
    Content content = file.content().orElseThrow();
    write(file.path(), content, file.mode().orElse(FileMode.PRIVATE), file.before());
  }

  /**
   * Writes a file.
   *
   * @param before the hash of what is replaced; empty when nothing may be there
   */
  void write(Path place, Content content, FileMode mode, Optional<Digest> before)
      throws IOException {
    Path temporary = Disk.temporaryOf(place);
    Optional<Content> old = old(place, before);
    Optional<FileMode> oldMode = old.isPresent() ? FileMode.of(place) : Optional.empty();
    undo.push(() -> Files.deleteIfExists(temporary));
    disk.writeTemporary(temporary, content, mode);
    if (old(place, before).isPresent() != old.isPresent()) {
      throw changed(place);
    }
    disk.rename(temporary, place);
    undo.push(
        () -> {
          if (old.isPresent()) {
            disk.writeTemporary(temporary, old.get(), oldMode.orElse(mode));
            disk.rename(temporary, place);
          } else {
            disk.delete(place);
          }
        });
  }

  private static Optional<Content> old(Path place, Optional<Digest> before) throws IOException {
    if (!Inspector.exists(place)) {
      if (before.isPresent()) {
        throw changed(place);
      }
      return Optional.empty();
    }
    Content old = Content.of(Files.readAllBytes(place));
    if (!before.equals(Optional.of(old.sha256()))) {
      throw changed(place);
    }
    return Optional.of(old);
  }

  private static Problem changed(Path place) {
    return new Problem(
        place + " was changed by somebody else meanwhile. Look at it, then run again.");
  }

  /** Deletes a file for good. */
  void delete(Path file) throws IOException {
    try {
      disk.delete(file);
    } catch (NoSuchFileException e) {
      // somebody was faster
    }
  }

  /** Deletes a folder, unless something is in it. */
  void deleteFolder(Path folder) throws IOException {
    try {
      disk.deleteFolder(folder);
    } catch (NoSuchFileException | DirectoryNotEmptyException e) {
      // somebody was faster, or put something in: then it stays
    }
  }

  /** Remembers a step that was done elsewhere. */
  void onUndo(Step step) {
    undo.push(step);
  }

  /** Takes everything back, the last first; goes on behind a step that fails. */
  boolean rollBack() {
    boolean whole = true;
    while (!undo.isEmpty()) {
      try {
        undo.pop().run();
      } catch (IOException e) {
        whole = false;
      }
    }
    return whole;
  }
}
