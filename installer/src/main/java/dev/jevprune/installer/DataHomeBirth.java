package dev.jevprune.installer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How a data home comes and goes: as a whole, by one rename. It is made under a temporary name with
 * the lock and the journal in it, and taken away under that name too; so there never is an empty
 * folder of which nobody knows who made it.
 */
final class DataHomeBirth {
  private static final Set<String> OURS = Set.of(InstallLock.FILE_NAME, Manifest.FILE_NAME);

  private final Disk disk;
  private final Path dataHome;

  DataHomeBirth(Disk disk, Path dataHome) {
    this.disk = disk;
    this.dataHome = dataHome;
  }

  /**
   * Makes the data home and the folders above it, with a manifest in it.
   *
   * @return the lock, held; empty when somebody else was faster
   */
  Optional<InstallLock> make(Content manifest) throws IOException {
    List<Path> missing = Inspector.missingFolders(dataHome);
    Path top = missing.get(0);
    Path temporary = Disk.temporaryOf(top);
    Path inside = temporary.resolve(top.relativize(dataHome).toString()).normalize();
    @SuppressWarnings("MustBeClosed")
    Optional<InstallLock> lock = Optional.empty();
    try {
      for (Path folder : missing) {
        disk.makeFolder(temporary.resolve(top.relativize(folder).toString()).normalize());
      }
      lock = Optional.of(InstallLock.take(inside));
      Path place = ManifestStore.place(inside);
      disk.writeTemporary(Disk.temporaryOf(place), manifest, FileMode.PRIVATE);
      disk.rename(Disk.temporaryOf(place), place);
      if (Inspector.exists(top)) {
        throw new FileAlreadyExistsException(top.toString());
      }
      lock = Optional.of(rename(lock.get(), temporary, top, dataHome));
      return lock;
    } catch (IOException e) {
      boolean held = lock.isPresent();
      if (held) {
        try {
          lock.get().close();
          remove(temporary, inside);
        } catch (IOException again) {
          e.addSuppressed(again);
        }
      }
      if (e instanceof FileAlreadyExistsException) {
        return Optional.empty();
      }
      if (e instanceof NoSuchFileException && !held) {
        throw InstallLock.busy(dataHome, "");
      }
      if (!held) {
        clear();
      }
      throw e;
    }
  }

  /** Takes an emptied data home away, with its lock and its manifest, and the folders above it. */
  void unmake(InstallLock lock, List<Path> emptied) throws IOException {
    Path top = dataHome;
    for (Path folder : emptied) {
      if (top.startsWith(folder)) {
        top = folder;
      }
    }
    Path temporary = Disk.temporaryOf(top);
    Path inside = temporary.resolve(top.relativize(dataHome).toString()).normalize();
    if (!holdsOnlyOurs(top)) {
      disk.delete(ManifestStore.place(dataHome));
      return;
    }
    InstallLock held = rename(lock, top, temporary, inside);
    if (!holdsOnlyOurs(temporary)) { // somebody put something in at the last moment
      rename(held, temporary, top, dataHome);
      disk.delete(ManifestStore.place(dataHome));
      return;
    }
    disk.delete(ManifestStore.place(inside));
    held.close();
    remove(temporary, inside);
  }

  /** Renames a folder with a lock in it. Windows does that only when no file in it is open. */
  private InstallLock rename(InstallLock lock, Path from, Path to, Path lockFolder)
      throws IOException {
    try {
      disk.rename(from, to);
      lock.moved(lockFolder);
      return lock;
    } catch (AccessDeniedException e) {
      if (from.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        throw e;
      }
      lock.close();
      disk.rename(from, to);
      return InstallLock.take(lockFolder);
    }
  }

  /** Whether there is nothing below a folder but folders, our lock and our manifest. */
  private static boolean holdsOnlyOurs(Path top) throws IOException {
    try (Stream<Path> tree = Files.walk(top)) {
      for (Path path : tree.toList()) {
        if (!Inspector.isFolder(path) && !OURS.contains(String.valueOf(path.getFileName()))) {
          return false;
        }
      }
      return true;
    } catch (UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Removes what a run that was cut short left of a making or a taking away.
   *
   * @throws Problem when that run is still alive
   */
  void clear() throws IOException {
    if (InstallLock.isOurs(dataHome.resolve(InstallLock.FILE_NAME))) {
      InstallLock.take(dataHome).close();
    }
    for (Path top = dataHome; top.getFileName() != null; top = parent(top)) {
      Path temporary = Disk.temporaryOf(top);
      if (!Inspector.isFolder(temporary)) {
        continue;
      }
      Path inside = temporary.resolve(top.relativize(dataHome).toString()).normalize();
      if (Inspector.isFolder(inside)) {
        InstallLock.take(inside).close();
      }
      remove(temporary, inside);
    }
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? path.getRoot() : parent;
  }

  /** Removes our own few files, then the folders as far as they are empty. */
  private void remove(Path temporary, Path inside) throws IOException {
    if (Inspector.isFolder(inside)) {
      Path manifest = ManifestStore.place(inside);
      for (Path file : List.of(manifest, Disk.temporaryOf(manifest))) {
        if (Inspector.isFile(file)) {
          disk.delete(file);
        }
      }
    }
    List<Path> folders = new ArrayList<>();
    for (Path at = inside; at.startsWith(temporary); at = parent(at)) {
      folders.add(at);
    }
    for (Path folder : folders) {
      try {
        if (Inspector.isFolder(folder)) {
          disk.deleteFolder(folder);
        }
      } catch (FileSystemException e) {
        return; // something of somebody else is in it
      }
    }
  }
}
