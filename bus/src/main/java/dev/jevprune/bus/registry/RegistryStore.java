package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.Optional;

/**
 * The registry of one bus folder. Reading takes no lock, since the file is replaced as a whole; a
 * change is read, computed and written under {@link RegistryLock}.
 */
public final class RegistryStore {

  private final BusHome home;
  private final Clock clock;
  private final Patience patience;

  public RegistryStore(BusHome home, Clock clock) {
    this(home, clock, Patience.DEFAULT);
  }

  public RegistryStore(BusHome home, Clock clock, Patience patience) {
    this.home = home;
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * What is registered now.
   *
   * @throws BusException when the file cannot be read as a registry
   */
  public Registry load() throws IOException, BusException {
    return RegistryEdits.read(bytes());
  }

  /** The bytes of the registry, empty when there is none. */
  public Optional<byte[]> bytes() throws IOException, BusException {
    return BusFiles.read(home.registry());
  }

  /**
   * What a registration would do; takes no lock and writes nothing.
   *
   * @throws BusException as {@link #register}
   */
  public Registration.Report plan(Registration wanted) throws IOException, BusException {
    return RegistryEdits.register(bytes(), wanted).report();
  }

  /**
   * Registers a package.
   *
   * @throws BusException when it clashes with another, or the registry cannot be read or locked;
   *     the file is as it was then
   */
  public Registration.Report register(Registration wanted) throws IOException, BusException {
    try (RegistryLock lock = RegistryLock.take(home, clock, patience)) {
      RegistryEdits.Registered next = RegistryEdits.register(bytes(), wanted);
      write(lock, Optional.of(next.bytes()));
      return next.report();
    }
  }

  /**
   * Takes a package out. Where there is no registry nothing is done, and no lock is taken.
   *
   * @throws BusException when the registry cannot be read or locked
   */
  public Registration.Removal unregister(String packageName) throws IOException, BusException {
    if (bytes().isEmpty()) {
      return RegistryEdits.unregister(Optional.empty(), packageName).removal();
    }
    try (RegistryLock lock = RegistryLock.take(home, clock, patience)) {
      RegistryEdits.Unregistered next = RegistryEdits.unregister(bytes(), packageName);
      write(lock, next.bytes());
      return next.removal();
    }
  }

  /**
   * Puts the next bytes of the registry in place, or deletes it.
   *
   * @param held the lock, held since the bytes before were read
   */
  public void write(RegistryLock held, Optional<byte[]> next) throws IOException {
    held.check(home);
    if (next.isPresent()) {
      BusFiles.write(home.registry(), next.get());
    } else {
      Files.deleteIfExists(home.registry());
    }
  }
}
