package dev.jevprune.adapters.worker;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.jevprune.adapters.store.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The operating system's lock on {@code worker.lock}: whoever holds it is the one worker of the
 * data home. The kernel drops it when the process ends in any way, so it cannot go stale.
 */
final class WorkerLock implements AutoCloseable {
  // A worker that is just leaving holds the lock for a moment longer than its socket.
  private static final int TRIES = 20;
  private static final int PAUSE_MILLIS = 25;

  private final FileChannel channel;

  private WorkerLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock; empty when another process holds it. */
  static Optional<WorkerLock> take(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(CREATE, WRITE, LinkOption.NOFOLLOW_LINKS),
            PrivateFiles.filePermissions(file));
    for (int i = 0; i < TRIES; i++) {
      if (tryLock(channel)) {
        return Optional.of(new WorkerLock(channel));
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    channel.close();
    return Optional.empty();
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process holds it
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
