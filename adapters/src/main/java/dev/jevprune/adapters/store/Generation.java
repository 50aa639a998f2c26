package dev.jevprune.adapters.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/**
 * The number that tells the shims of a profile that some ledger changed: a text integer in a file
 * of its own, which a shim looks at once per request. Written after the ledger, never before.
 */
final class Generation {
  private static final int MAX_BYTES = 64;

  private final PrivateFiles files;
  private final Clock clock;

  Generation(PrivateFiles files, Clock clock) {
    this.files = files;
    this.clock = clock;
  }

  /** Writes another number than before; the folder exists. */
  void advance(Path file) throws IOException {
    files.write(file, (next(file) + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  private long next(Path file) throws IOException {
    try {
      Optional<byte[]> bytes = files.read(file, MAX_BYTES);
      if (bytes.isEmpty()) {
        return 1;
      }
      return Long.parseLong(new String(bytes.get(), StandardCharsets.US_ASCII).strip()) + 1;
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.FULL) {
        return clock.millis();
      }
      throw e;
    } catch (NumberFormatException e) {
      return clock.millis(); // any number that was not there before will do
    }
  }
}
