package dev.jevprune.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Folders of a test that a process which is just ending may still write to. */
final class Folders {
  private Folders() {}

  /**
   * Removes a folder and what is in it. What another process removes or adds meanwhile is no
   * failure: a file that is gone is passed over, and a folder that has filled again stays.
   */
  static void delete(Path folder) {
    try {
      if (Files.exists(folder)) {
        Files.walkFileTree(folder, new Deleting());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes unused) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException reason) throws IOException {
      if (reason instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw reason;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException reason)
        throws IOException {
      if (reason != null && !(reason instanceof NoSuchFileException)) {
        throw reason;
      }
      try {
        Files.deleteIfExists(folder);
      } catch (DirectoryNotEmptyException e) {
        return FileVisitResult.CONTINUE;
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
