package dev.jevprune.installer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The places that the verbs about decisions may be told. */
final class PlaceOptions {
  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "Use this home folder; nothing outside it is touched.")
  private @Nullable String home;

  @Option(
      names = "--data-home",
      paramLabel = "DIR",
      description = "Where the decisions are kept (default: .jev-prune in the home).")
  private @Nullable String dataHome;

  Locations locations(Surroundings surroundings, List<String> roots) {
    return LocationResolver.resolve(
        surroundings,
        new LocationOptions(
            Optional.ofNullable(home),
            Optional.ofNullable(dataHome),
            LocationOptions.NamedRoot.parse(roots)));
  }

  /** The data home, which must be there: nothing is made by asking about decisions. */
  Path dataHome(Surroundings surroundings) {
    Path place = locations(surroundings, List.of()).dataHome();
    if (!Files.isDirectory(place)) {
      throw new Problem(
          "there is no data home "
              + place
              + ". Install Jev Prune first (jevprune-install --apply), or name it with --data-home.");
    }
    return place;
  }
}
