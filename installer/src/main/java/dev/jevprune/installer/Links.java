package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the real file behind a place, for a run that may write through links. */
final class Links {
  private static final int MAX_HOPS = 40;

  private Links() {}

  /**
   * The file that a write to {@code place} reaches; {@code place} itself when no link is on the
   * way.
   *
   * @throws Problem when the links lead in a circle
   */
  static Path real(Locations locations, Path place) throws IOException {
    Path at = place;
    for (int hop = 0; hop < MAX_HOPS; hop++) {
      Optional<Path> link = Inspector.firstLink(locations.anchor(at), at);
      if (link.isEmpty()) {
        return at;
      }
      Path target = link.get().resolveSibling(Files.readSymbolicLink(link.get()));
      at = target.resolve(link.get().relativize(at)).toAbsolutePath().normalize();
    }
    throw new Problem(place + " leads through links that never end. Nothing was changed.");
  }
}
