package dev.jevprune.installer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at paths without changing or following anything. */
final class Inspector {
  private Inspector() {}

  /**
   * What stands at {@code path}, where no folder between {@code anchor} (not looked at) and the
   * path may be a link.
   */
  static Found look(Path anchor, Path path) throws IOException {
    Path at = anchor;
    for (Path name : anchor.relativize(path)) {
      at = at.resolve(name);
      Optional<BasicFileAttributes> attributes = attributes(at);
      if (attributes.isEmpty()) {
        return Found.of(Found.State.ABSENT, "");
      }
      if (attributes.get().isSymbolicLink()) {
        return Found.of(Found.State.LINK, at + " is a link to " + Files.readSymbolicLink(at));
      }
      if (!at.equals(path) && !attributes.get().isDirectory()) {
        return Found.of(Found.State.BLOCKED, at + " is a file where a folder is needed");
      }
    }
    return lookAtEnd(path);
  }

  private static Found lookAtEnd(Path path) throws IOException {
    if (isFolder(path)) {
      return Found.of(Found.State.FOLDER, path + " is a folder");
    }
    if (!isFile(path)) {
      return Found.of(Found.State.BLOCKED, path + " is neither a file nor a folder");
    }
    if (!Files.isReadable(path)) {
      return Found.of(Found.State.BLOCKED, path + " cannot be read");
    }
    Content content = Content.of(Files.readAllBytes(path));
    return new Found(Found.State.FILE, content.size(), Optional.of(content.sha256()), "");
  }

  /** The first link on the way from {@code anchor} (not looked at) to the path itself. */
  static Optional<Path> firstLink(Path anchor, Path path) throws IOException {
    Path at = anchor;
    for (Path name : anchor.relativize(path)) {
      at = at.resolve(name);
      if (attributes(at).filter(BasicFileAttributes::isSymbolicLink).isPresent()) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** The folders at and above {@code folder} that are not there, the topmost first. */
  static List<Path> missingFolders(Path folder) throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path at = folder; at != null && !exists(at); at = at.getParent()) {
      missing.add(0, at);
    }
    return missing;
  }

  /** Whether the nearest existing folder at or above {@code folder} takes new files. */
  static boolean isWritable(Path folder) throws IOException {
    Path at = folder;
    while (at != null && !exists(at)) {
      at = at.getParent();
    }
    return at != null && Files.isWritable(at);
  }

  /** Whether something is there, a link included. A look that fails is no answer. */
  static boolean exists(Path path) throws IOException {
    return attributes(path).isPresent();
  }

  static boolean isFolder(Path path) throws IOException {
    return attributes(path).filter(BasicFileAttributes::isDirectory).isPresent();
  }

  static boolean isFile(Path path) throws IOException {
    return attributes(path).filter(BasicFileAttributes::isRegularFile).isPresent();
  }

  static Optional<BasicFileAttributes> attributes(Path path) throws IOException {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (FileSystemException e) {
      Path parent = path.getParent();
      if (parent != null && isFile(parent)) { // then nothing can be in it
        return Optional.empty();
      }
      throw e;
    }
  }
}
