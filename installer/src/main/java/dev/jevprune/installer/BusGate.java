package dev.jevprune.installer;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.registry.Patience;
import dev.jevprune.bus.registry.RegistryLock;
import java.io.IOException;
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

  /**
   * Takes the lock before a file of the bus is changed.
   *
   * @throws Problem when another package holds it
   */
  void before(FileAction file) throws IOException {
    if (file.kind() != FileKind.REGISTRY || lock != null) {
      return;
    }
    try {
      lock = RegistryLock.take(home, Clock.systemUTC(), PATIENCE);
    } catch (BusException e) {
      throw new Problem(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
    }
  }
}
