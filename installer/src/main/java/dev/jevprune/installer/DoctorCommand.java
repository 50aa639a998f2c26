package dev.jevprune.installer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jevprune doctor}: what {@code jevprune-install --doctor} does. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Examines what is installed, what agents did with it, and what is in its way.",
    footer = {"", "Exit codes: 0 healthy, 1 something is wrong, 2 wrong use."})
final class DoctorCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  private final InstallWorld world;

  @Mixin private PlaceOptions places = new PlaceOptions();

  @Option(
      names = "--root",
      paramLabel = "NAME=PATH",
      description = "Only this folder of an agent; may be repeated.")
  private List<String> roots = new ArrayList<>();

  @Option(names = "--target", paramLabel = "NAME", description = "Only this agent.")
  private List<String> targets = new ArrayList<>();

  @Option(
      names = "--self-test",
      description =
          "Run what is installed: JavaScript from a checkout only, Hermes' plugin by python3.")
  private boolean selfTest;

  @Option(names = "--json", description = "Print one line of JSON (docs/install.md).")
  private boolean json;

  DoctorCommand(Surroundings surroundings, InstallWorld world) {
    this.surroundings = surroundings;
    this.world = world;
  }

  @Override
  public Integer call() throws IOException {
    Locations locations = places.locations(surroundings, roots);
    return new Doctor(surroundings, world, locations, Selection.named(locations, targets, false))
        .run(selfTest, json);
  }
}
