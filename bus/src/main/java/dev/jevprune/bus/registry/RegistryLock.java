package dev.jevprune.bus.registry;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.bus.BusHome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One change of the registry at a time, over all packages. Two locks, one inside the other:
 *
 * <ul>
 *   <li>The system's lock on the guard file orders our own processes and goes with its process.
 *   <li>The lock file, made by exclusive creation, is what other packages know.
 * </ul>
 *
 * <p>Who holds the guard and finds a lock file of ours knows that its owner is dead: it is taken
 * over at once. A lock file of another package is judged by {@link LockOwner}.
 */
public final class RegistryLock implements AutoCloseable {

  private final BusHome home;
  private final FileChannel guard;
  private final LockFile file;

  private RegistryLock(BusHome home, FileChannel guard, LockFile file) {
    this.home = home;
    this.guard = guard;
    this.file = file;
  }

  /**
   * Takes the lock, making the folders of the bus when they are missing.
   *
   * @throws BusException {@code LOCKED} when another holds it for longer than our patience
   */
  public static RegistryLock take(BusHome home, Clock clock, Patience patience)
      throws IOException, BusException {
    BusFiles.makeFolders(home);
    LockFile file = new LockFile(home.lock(), clock);
    FileChannel guard = null;
    try {
      for (int attempt = 0; attempt < patience.tries(); attempt++) {
        if (guard == null) {
          guard = guard(home.guard());
        }
        if (guard != null && file.take()) {
          RegistryLock lock = new RegistryLock(home, guard, file);
          guard = null;
          return lock;
        }
        patience.pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + home.lock());
    } finally {
      if (guard != null) {
        guard.close();
      }
    }
    throw new BusException(
        Kind.LOCKED,
        "Another package is changing the bus registry ("
            + home.lock()
            + file.holder()
            + "). Wait for it, then run again; delete that file only if nothing runs.");
  }

  private static @Nullable FileChannel guard(Path place) throws IOException {
    Set<OpenOption> options = Set.of(CREATE, READ, WRITE, LinkOption.NOFOLLOW_LINKS);
    FileChannel channel = FileChannel.open(place, options, BusFiles.filePermissions(place));
    boolean locked = false;
    try {
      @Nullable FileLock lock = channel.tryLock();
      locked = lock != null;
    } catch (OverlappingFileLockException e) {
      // another thread of this process has it
    } finally {
      if (!locked) {
        channel.close();
      }
    }
    return locked ? channel : null;
  }

  void check(BusHome wanted) {
    if (!wanted.equals(home) || !guard.isOpen()) {
      throw new IllegalStateException("The lock of " + wanted.folder() + " is not held.");
    }
  }

  /** Lets go. The guard file stays: deleting it would let two processes lock two files. */
  @Override
  public void close() throws IOException {
    try {
      file.release();
    } finally {
      guard.close();
    }
  }
}
