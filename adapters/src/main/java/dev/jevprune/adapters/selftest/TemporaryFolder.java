package dev.jevprune.adapters.selftest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A folder that is there as long as something runs in it.
 *
 * @param path its real path
 */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /** Makes an empty one that only this user can look into. */
  public static TemporaryFolder make() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("jev-prune-self-test").toRealPath());
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              each -> {
                try {
                  Files.deleteIfExists(each);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (UncheckedIOException e) {
      throw new IOException(path + " could not be removed: " + e.getMessage(), e);
    }
  }
}
