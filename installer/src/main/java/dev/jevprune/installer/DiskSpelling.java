package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The spelling that names have on the disk. Where case does not matter, {@code /users/ada} and
 * {@code /Users/Ada} are one folder; recorded paths and the names of profiles are compared as texts
 * and need one spelling of it.
 */
final class DiskSpelling {
  private DiskSpelling() {}

  /**
   * {@code path} with each name as the folder above lists it. A name that is listed as it stands,
   * is not there, or stands in a folder that cannot be listed stays; no link is followed.
   *
   * @param path absolute
   */
  static Path of(Path path) {
    Path spelled = path.getRoot();
    if (spelled == null) {
      return path;
    }
    for (Path name : path) {
      spelled = spelled.resolve(listed(spelled, name));
    }
    return spelled;
  }

  private static Path listed(Path folder, Path name) {
    Path other = name;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String found = String.valueOf(entry.getFileName());
        if (found.equals(name.toString())) {
          return name;
        }
        if (found.equalsIgnoreCase(name.toString())
            && Files.isSameFile(entry, folder.resolve(name))) {
          other = entry.getFileName();
        }
      }
      return other;
    } catch (IOException | DirectoryIteratorException e) {
      return name;
    }
  }
}
