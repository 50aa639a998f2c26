package dev.jevprune.installer;

import java.util.List;
import java.util.Optional;

/**
 * The places that the command line names.
 *
 * @param home {@code --home}
 * @param dataHome {@code --data-home}
 * @param piRoots the paths of {@code --root pi=PATH}
 */
record LocationOptions(Optional<String> home, Optional<String> dataHome, List<String> piRoots) {
  static final LocationOptions NONE =
      new LocationOptions(Optional.empty(), Optional.empty(), List.of());

  LocationOptions {
    piRoots = List.copyOf(piRoots);
  }
}
