package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The few steps by which a run changes the disk. Each either happens or does not; tests stop a run
 * between any two of them.
 */
interface Disk {
  /** Makes one folder, 0700. Its parent is there. */
  void makeFolder(Path folder) throws IOException;

  /**
   * Writes a new file and forces it to the disk. Whatever stood at this temporary name is replaced.
   */
  void writeTemporary(Path temporary, Content content, FileMode mode) throws IOException;

  /**
   * Puts a temporary file, or a temporary folder with all that is in it, in its place, atomically,
   * and forces the folder above to the disk.
   */
  void rename(Path temporary, Path place) throws IOException;

  /** Deletes a file that is there. */
  void delete(Path file) throws IOException;

  /** Deletes a folder that is there and empty. */
  void deleteFolder(Path folder) throws IOException;

  /**
   * The name under which a file or folder is written before it is renamed: hidden, in the same
   * folder, ours alone.
   */
  static Path temporaryOf(Path place) {
    return place.resolveSibling("." + place.getFileName() + ".jev-prune-tmp");
  }
}
