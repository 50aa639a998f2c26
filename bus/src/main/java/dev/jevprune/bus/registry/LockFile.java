package dev.jevprune.bus.registry;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The lock file that all packages make by exclusive creation. Used under the guard. */
final class LockFile {

  private static final int MAX_MARK_BYTES = 4_096;

  private final Path place;
  private final Clock clock;
  private final byte[] mark = LockOwner.mark(ProcessHandle.current().pid());

  LockFile(Path place, Clock clock) {
    this.place = place;
    this.clock = clock;
  }

  /** Makes the file, or takes it over from an owner that is gone. */
  boolean take() throws IOException {
    return create() || (removeDead() && create());
  }

  private boolean create() throws IOException {
    try (SeekableByteChannel channel =
        Files.newByteChannel(place, Set.of(CREATE_NEW, WRITE), BusFiles.filePermissions(place))) {
      channel.write(ByteBuffer.wrap(mark));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /**
   * Moves the file aside before it is judged gone for good: if another package replaced it since it
   * was read, it is put back.
   */
  private boolean removeDead() throws IOException {
    Optional<byte[]> content = content(place);
    if (content.isEmpty()) {
      return true; // released meanwhile
    }
    if (!LockOwner.parse(content.get()).isGone(age(), LockFile::isAlive)) {
      return false;
    }
    Path aside = place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID());
    try {
      Files.move(place, aside, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return true;
    }
    if (!Arrays.equals(content.get(), content(aside).orElse(content.get()))) {
      Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
      return false;
    }
    Files.deleteIfExists(aside);
    return true;
  }

  private Duration age() throws IOException {
    try {
      Instant written = Files.getLastModifiedTime(place, NOFOLLOW_LINKS).toInstant();
      return Duration.between(written, clock.instant());
    } catch (NoSuchFileException e) {
      return Duration.ZERO;
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).isPresent();
  }

  private static Optional<byte[]> content(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file, Set.of(NOFOLLOW_LINKS))) {
      ByteBuffer bytes = ByteBuffer.allocate(MAX_MARK_BYTES);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return Optional.of(Arrays.copyOf(bytes.array(), bytes.position()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The owner's process for a message, or nothing when it does not say. */
  String holder() throws IOException {
    return content(place).map(LockOwner::parse).stream()
        .flatMapToLong(owner -> owner.pid().stream())
        .mapToObj(pid -> ", process " + pid)
        .findFirst()
        .orElse("");
  }

  /** Removes the file, if it is still ours. */
  void release() throws IOException {
    if (content(place).filter(content -> Arrays.equals(content, mark)).isPresent()) {
      Files.deleteIfExists(place);
    }
  }
}
