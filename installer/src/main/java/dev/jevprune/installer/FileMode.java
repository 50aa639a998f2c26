package dev.jevprune.installer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The permissions of a file, where the file system has some.
 *
 * @param bits the nine lowest bits
 */
record FileMode(int bits) {
  static final FileMode PRIVATE = new FileMode(0600);
  static final FileMode PROGRAM = new FileMode(0700);

  /** The permissions that a file has now; empty where there are none. */
  static Optional<FileMode> of(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return Optional.empty();
    }
    int bits = 0;
    for (PosixFilePermission one : Files.getPosixFilePermissions(file, NOFOLLOW_LINKS)) {
      bits |= 0400 >> one.ordinal();
    }
    return Optional.of(new FileMode(bits));
  }

  Set<PosixFilePermission> permissions() {
    Set<PosixFilePermission> all = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission one : PosixFilePermission.values()) {
      if ((bits & (0400 >> one.ordinal())) != 0) {
        all.add(one);
      }
    }
    return all;
  }

  /** Four octal digits, as {@code chmod} takes them. */
  String octal() {
    return "0" + Integer.toOctalString(01000 | bits).substring(1);
  }

  @Override
  public String toString() {
    return octal() + " " + PosixFilePermissions.toString(permissions());
  }
}
