package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that the user named on the command line. */
final class GivenFile {
  /** The largest session seen has 90 MB; three times that still fits the default heap. */
  static final long MAX_BYTES = 268_435_456;

  private GivenFile() {}

  static byte[] read(Surroundings surroundings, String name) throws IOException {
    Path file = surroundings.resolve(name);
    if (Files.isDirectory(file)) {
      throw new Problem(
          file + " is a folder. Name the file itself: Jev Prune looks through no folders.");
    }
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new Problem(file + " has more than " + MAX_BYTES + " bytes; it is not read.");
    }
    return Files.readAllBytes(file);
  }
}
