package dev.jevprune.installer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The permissions of a file, where the file system has some.
 *
 * @param bits the nine lowest bits
 */
record FileMode(int bits) {
  /** From the highest bit to the lowest. */
  private static final List<PosixFilePermission> ORDER = List.of(PosixFilePermission.values());

  static final FileMode PRIVATE = new FileMode(0600);
  static final FileMode PROGRAM = new FileMode(0700);

  /** The permissions that a file has now; empty where there are none. */
  static Optional<FileMode> of(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return Optional.empty();
    }
    Set<PosixFilePermission> set = Files.getPosixFilePermissions(file, NOFOLLOW_LINKS);
    int bits = 0;
    for (int i = 0; i < ORDER.size(); i++) {
      bits |= set.contains(ORDER.get(i)) ? 0400 >> i : 0;
    }
    return Optional.of(new FileMode(bits));
  }

  Set<PosixFilePermission> permissions() {
    Set<PosixFilePermission> all = EnumSet.noneOf(PosixFilePermission.class);
    for (int i = 0; i < ORDER.size(); i++) {
      if ((bits & (0400 >> i)) != 0) {
        all.add(ORDER.get(i));
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
