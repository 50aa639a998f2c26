package dev.jevprune.installer;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.jevprune.adapters.store.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The disk itself. */
final class RealDisk implements Disk {
  private static final Set<PosixFilePermission> PRIVATE_FOLDER =
      PosixFilePermissions.fromString("rwx------");
  static final int RENAME_TRIES = 5;
  private static final long RENAME_PAUSE_NANOS = 20_000_000;

  private final boolean forces;

  /** A disk that forces each write, so that a power cut leaves the order of writes intact. */
  RealDisk() {
    this(true);
  }

  /** A disk that forces nothing, for tests that write thousands of files. */
  RealDisk(boolean forces) {
    this.forces = forces;
  }

  @Override
  public void makeFolder(Path folder) throws IOException {
    Files.createDirectory(folder, permissions(folder, PRIVATE_FOLDER));
    // The umask may have taken more than we asked for.
    if (isPosix(folder)) {
      Files.setPosixFilePermissions(folder, PRIVATE_FOLDER);
    }
  }

  @Override
  public void writeTemporary(Path temporary, Content content, FileMode mode) throws IOException {
    Files.deleteIfExists(temporary);
    Set<OpenOption> options = Set.of(CREATE_NEW, WRITE, LinkOption.NOFOLLOW_LINKS);
    try (FileChannel channel =
        FileChannel.open(temporary, options, permissions(temporary, mode.permissions()))) {
      ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      if (isPosix(temporary)) {
        Files.setPosixFilePermissions(temporary, mode.permissions());
      }
      if (forces) {
        channel.force(true);
      }
    }
  }

  @Override
  public void rename(Path temporary, Path place) throws IOException {
    // On Windows a scanner that holds the old file open makes a rename fail for a moment.
    for (int attempt = 1; ; attempt++) {
      try {
        Files.move(
            temporary, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        break;
      } catch (AccessDeniedException e) {
        if (attempt == RENAME_TRIES) {
          throw e;
        }
        LockSupport.parkNanos(RENAME_PAUSE_NANOS);
      }
    }
    Path folder = place.getParent();
    if (folder != null && forces) {
      PrivateFiles.syncFolder(folder);
    }
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.delete(file);
  }

  @Override
  public void deleteFolder(Path folder) throws IOException {
    Files.delete(folder);
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] permissions(Path path, Set<PosixFilePermission> wanted) {
    return isPosix(path)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(wanted)}
        : new FileAttribute<?>[0];
  }
}
