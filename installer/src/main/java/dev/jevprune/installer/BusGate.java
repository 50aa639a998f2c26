package dev.jevprune.installer;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.registry.Patience;
import dev.jevprune.bus.registry.RegistryLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The lock of the bus's registry, taken when the first change of it comes and held until all is
 * done or taken back.
 */
final class BusGate implements AutoCloseable {
  /** Half a second: a holder keeps the lock for some milliseconds. */
  private static final Patience PATIENCE = new Patience(25, 20);

  private final BusHome home;
  private @Nullable RegistryLock lock;

  BusGate(Path busHome) {
    this.home = new BusHome(busHome);
  }

  /** Takes away the lock that a run of ours left which was cut short. */
  void clear() throws IOException {
    Path own = home.lock().resolveSibling("." + home.lock().getFileName() + ".own");
    if (!Inspector.exists(home.lock()) && !Inspector.exists(own)) {
      return;
    }
    boolean first = !Inspector.exists(home.guard());
    try {
      take();
    } catch (Problem e) {
      return; // held by somebody who lives: whoever needs it says so
    }
    takeBack(first);
  }

  /**
   * Takes the lock before a file of the bus is changed.
   *
   * @throws Problem when another package holds it
   */
  void before(FileAction file, Transaction transaction) throws IOException {
    if (file.kind() != FileKind.REGISTRY || lock != null) {
      return;
    }
    boolean first = !Inspector.exists(home.guard());
    transaction.onUndo(() -> takeBack(first));
    take();
  }

  private void take() throws IOException {
    try {
      lock = RegistryLock.take(home, Clock.systemUTC(), PATIENCE);
    } catch (BusException e) {
      throw new Problem(String.valueOf(e.getMessage()), e);
    }
  }

  /** Leaves no file of the lock where there was none. */
  private void takeBack(boolean first) throws IOException {
    if (lock == null) {
      take(); // also takes over what a failed try left
    }
    close();
    if (first) {
      Files.deleteIfExists(home.guard());
    }
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
      lock = null;
    }
  }
}
