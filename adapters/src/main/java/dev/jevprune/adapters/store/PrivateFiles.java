package dev.jevprune.adapters.store;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.jevprune.adapters.store.StoreException.Kind;
import dev.jevprune.adapters.store.WriteSteps.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Small private files, written so that a reader sees the old or the new content and nothing else:
 * temporary file in the same folder, sync, rename, sync of the folder. Folders are 0700, files
 * 0600; a symbolic link is never followed.
 */
public final class PrivateFiles {
  /** The mark in the names of temporary files; the sweep removes those that a crash left behind. */
  static final String TEMPORARY_MARK = ".tmp-";

  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private final WriteSteps steps;

  public PrivateFiles() {
    this(WriteSteps.NONE);
  }

  PrivateFiles(WriteSteps steps) {
    this.steps = steps;
  }

  /** Makes {@code folder}, a data home, and what is missing above it, each 0700. A link is fine. */
  public void makeHome(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.getParent();
    if (parent != null) {
      makeHome(parent);
    }
    makeFolder(folder);
  }

  /**
   * Makes the folders from below {@code root}, which exists, down to {@code folder}, each 0700.
   *
   * @throws StoreException {@code FOREIGN} when a link or a file stands in a place
   */
  public void makeFolders(Path root, Path folder) throws IOException {
    Path here = root;
    for (Path name : root.relativize(folder)) {
      here = here.resolve(name);
      makeFolder(here);
    }
  }

  /**
   * Checks that what exists from below {@code root} down to {@code folder} are folders, no links.
   *
   * @throws StoreException {@code FOREIGN} when one is not
   */
  void checkFolders(Path root, Path folder) throws IOException {
    Path here = root;
    for (Path name : root.relativize(folder)) {
      here = here.resolve(name);
      checkFolder(here);
    }
  }

  private static boolean checkFolder(Path folder) throws IOException {
    Optional<BasicFileAttributes> found = attributes(folder);
    if (found.isPresent() && !found.get().isDirectory()) {
      throw foreign(folder, "a folder");
    }
    return found.isPresent();
  }

  private static void makeFolder(Path folder) throws IOException {
    if (checkFolder(folder)) {
      return;
    }
    try {
      Files.createDirectory(folder, permissions(folder, FOLDER));
    } catch (FileAlreadyExistsException e) {
      checkFolder(folder); // another process was faster; judge what it made
    }
  }

  /**
   * Reads a whole file.
   *
   * @return empty when there is none
   * @throws StoreException {@code FOREIGN} for anything but a plain file, {@code FULL} above {@code
   *     maxBytes}
   */
  public Optional<byte[]> read(Path file, int maxBytes) throws IOException {
    Optional<BasicFileAttributes> found = attributes(file);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    if (!found.get().isRegularFile()) {
      throw foreign(file, "a plain file");
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file, Set.of(READ, NOFOLLOW_LINKS))) {
      if (channel.size() > maxBytes) {
        throw new StoreException(
            Kind.FULL, file + " has more than " + maxBytes + " bytes; move it away to go on.");
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      bytes.flip();
      byte[] content = new byte[bytes.remaining()];
      bytes.get(content);
      return Optional.of(content);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Replaces {@code file}, whose folder must exist, by {@code content}. */
  public void write(Path file, byte[] content) throws IOException {
    Optional<BasicFileAttributes> found = attributes(file);
    if (found.isPresent() && !found.get().isRegularFile()) {
      throw foreign(file, "a plain file");
    }
    Path temporary =
        file.resolveSibling("." + file.getFileName() + TEMPORARY_MARK + UUID.randomUUID());
    try {
      writeTemporary(temporary, content);
      steps.before(Step.RENAME, file);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      deleteQuietly(temporary);
      throw e;
    }
    steps.before(Step.SYNC_FOLDER, file);
    Path folder = file.getParent();
    if (folder != null) {
      syncFolder(folder);
    }
  }

  private void writeTemporary(Path temporary, byte[] content) throws IOException {
    steps.before(Step.CREATE, temporary);
    try (FileChannel channel =
        FileChannel.open(
            temporary, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS), permissions(temporary, FILE))) {
      steps.before(Step.WRITE, temporary);
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      steps.before(Step.SYNC, temporary);
      channel.force(true);
    }
  }

  /** Makes the names in a folder last, where the file system opens folders. */
  public static void syncFolder(Path folder) throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(folder, READ);
    } catch (IOException e) {
      return; // Windows and in-memory file systems open no folders; the rename stands
    }
    try (channel) {
      channel.force(true);
    }
  }

  /** The attributes of what stands at {@code path} itself, or empty when nothing does. */
  static Optional<BasicFileAttributes> attributes(Path path) throws IOException {
    try {
      return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static void deleteQuietly(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      // The sweep removes it later; the first failure is the one to report.
    }
  }

  /** The creation attributes of a private file, 0600 where the file system knows modes. */
  public static FileAttribute<?>[] filePermissions(Path path) {
    return permissions(path, FILE);
  }

  private static FileAttribute<?>[] permissions(Path path, Set<PosixFilePermission> wanted) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(wanted)}
        : new FileAttribute<?>[0];
  }

  private static StoreException foreign(Path path, String wanted) {
    return new StoreException(
        Kind.FOREIGN,
        path + " is not " + wanted + " (a link is never followed). Move it away to go on.");
  }
}
