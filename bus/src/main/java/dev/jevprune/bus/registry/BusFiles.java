package dev.jevprune.bus.registry;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.bus.BusHome;
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
 * The files of the bus: folders 0700, the registry 0600 and replaced as a whole, so that a reader
 * sees the old or the new one. A link in the registry's place is never followed.
 */
final class BusFiles {

  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private BusFiles() {}

  static void makeFolders(BusHome home) throws IOException, BusException {
    makeFolder(home.folder().toAbsolutePath());
    Path version = home.versionFolder();
    if (Files.isSymbolicLink(version)) {
      throw new BusException(Kind.FOREIGN, version + " is a link. Move it away to go on.");
    }
    makeFolder(version);
  }

  private static void makeFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path parent = folder.getParent();
    if (parent != null) {
      makeFolder(parent);
    }
    try {
      Files.createDirectory(folder, permissions(folder, FOLDER));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  static Optional<byte[]> read(Path file) throws IOException, BusException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (!found.isRegularFile()) {
      throw new BusException(
          Kind.FOREIGN, file + " is not a plain file (a link is never followed).");
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file, Set.of(READ, NOFOLLOW_LINKS))) {
      if (channel.size() > Registry.MAX_BYTES) {
        throw new BusException(
            Kind.TOO_BIG, file + " has more than " + Registry.MAX_BYTES + " bytes.");
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

  static void write(Path file, byte[] content) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp-" + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(
              temporary, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS), permissions(temporary, FILE))) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  static FileAttribute<?>[] filePermissions(Path place) {
    return permissions(place, FILE);
  }

  private static FileAttribute<?>[] permissions(Path path, Set<PosixFilePermission> wanted) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(wanted)}
        : new FileAttribute<?>[0];
  }
}
