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
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One change of a data home at a time. The system's lock on the file is what counts: it goes with
 * the process, so what a killed run leaves behind locks nobody out. The text in it is for the
 * message.
 */
final class InstallLock implements AutoCloseable {
  static final String FILE_NAME = "install.lock";
  private static final int MAX_TRIES = 100;
  private static final Pattern MARK = Pattern.compile("([0-9]+)\n[0-9]+\n+");
  private static final int MARK_BYTES = 64;
  private static final int MAX_PADDING = 4_000;

  private Path place;
  private final FileChannel channel;

  private InstallLock(Path place, FileChannel channel) {
    this.place = place;
    this.channel = channel;
  }

  /**
   * Takes the lock in a folder, which must be there.
   *
   * @throws Problem when another run holds it
   */
  static InstallLock take(Path folder) throws IOException {
    Path place = folder.resolve(FILE_NAME);
    Set<OpenOption> options = Set.of(CREATE, READ, WRITE, LinkOption.NOFOLLOW_LINKS);
    for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
      FileChannel channel = FileChannel.open(place, options);
      if (!lock(channel)) {
        String holder = holder(channel);
        channel.close();
        throw busy(folder, holder);
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

  static Problem busy(Path folder, String holder) {
    return new Problem(
        "Another installation is changing " + folder + holder + ". Wait for it, then run again.");
  }

  /**
   * Whether the file at {@code place} is a lock that a run made. Not to be asked while this process
   * holds it: see {@link #sameFile}.
   */
  static boolean isOurs(Path place) throws IOException {
    return Inspector.isFile(place)
        && Files.size(place) <= MARK_BYTES + MAX_PADDING
        && MARK.matcher(Files.readString(place, StandardCharsets.ISO_8859_1)).matches();
  }

  /** Says that the folder of the lock was renamed. */
  void moved(Path folder) {
    place = folder.resolve(FILE_NAME);
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * Whether the locked file still is the one at its place, told by a length that nobody else gives
   * it. Reading the file would do as well, but on POSIX systems closing any channel of a file lets
   * go of all locks that the process has on it.
   */
  private static boolean sameFile(Path place, FileChannel channel) throws IOException {
    int length = MARK_BYTES + ThreadLocalRandom.current().nextInt(MAX_PADDING);
    String mark = ProcessHandle.current().pid() + "\n" + System.identityHashCode(channel) + "\n";
    byte[] bytes = Arrays.copyOf(mark.getBytes(StandardCharsets.US_ASCII), length);
    Arrays.fill(bytes, mark.length(), length, (byte) '\n');
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(bytes), 0);
    return Inspector.attributes(place).filter(file -> file.size() == length).isPresent();
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(64);
    channel.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    Matcher mark = MARK.matcher(text);
    return mark.lookingAt() ? " (process " + mark.group(1) + ")" : "";
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
