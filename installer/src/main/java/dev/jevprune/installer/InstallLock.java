package dev.jevprune.installer;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One change of a data home at a time. The system's lock on the file is what counts: it goes with
 * the process, so what a killed run leaves behind locks nobody out. The text in it is for the
 * message.
 */
final class InstallLock implements AutoCloseable {
  static final String FILE_NAME = "install.lock";
  private static final int MAX_TRIES = 100;

  private final Path place;
  private final FileChannel channel;

  private InstallLock(Path place, FileChannel channel) {
    this.place = place;
    this.channel = channel;
  }

  /**
   * Takes the lock of a data home, which must be there.
   *
   * @throws Problem when another run holds it
   */
  static InstallLock take(Path dataHome) throws IOException {
    Path place = dataHome.resolve(FILE_NAME);
    Set<OpenOption> options = Set.of(CREATE, READ, WRITE, LinkOption.NOFOLLOW_LINKS);
    for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
      FileChannel channel = FileChannel.open(place, options);
      if (!lock(channel)) {
        String holder = holder(channel);
        channel.close();
        throw new Problem(
            "Another installation is changing "
                + dataHome
                + holder
                + ". Wait for it, then run again.");
      }
      // The holder before us deletes the file when it ends; then we hold the lock of a file that is
      // gone.
      if (sameFile(place, channel)) {
        return new InstallLock(place, channel);
      }
      channel.close();
    }
    throw new Problem("Cannot lock " + place + ": it is replaced again and again.");
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static boolean sameFile(Path place, FileChannel channel) throws IOException {
    String mark = ProcessHandle.current().pid() + "\n" + System.identityHashCode(channel) + "\n";
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(mark.getBytes(StandardCharsets.UTF_8)), 0);
    return Files.exists(place, LinkOption.NOFOLLOW_LINKS)
        && mark.equals(Files.readString(place, StandardCharsets.UTF_8));
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(64);
    channel.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    String pid = text.lines().findFirst().orElse("");
    return pid.matches("[0-9]+") ? " (process " + pid + ")" : "";
  }

  /** Deletes the file while it is still locked, then lets go. */
  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(place);
    } finally {
      channel.close();
    }
  }
}
