package dev.jevprune.installer;

import dev.jevprune.adapters.config.Config;
import dev.jevprune.adapters.config.ConfigException;
import dev.jevprune.adapters.config.YamlText;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jevprune config show|check}: the settings in {@code config.yaml} of a data home. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    usageHelpAutoWidth = true,
    description = "Shows or checks the settings, which stand in config.yaml of the data home.")
final class ConfigCommand implements Runnable {
  private final Surroundings surroundings;

  @Spec private CommandSpec spec;

  ConfigCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say show or check.");
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Prints the settings that hold, with those that the file does not name.")
  int show(
      @Mixin PlaceOptions places,
      @Option(
              names = "--host",
              paramLabel = "HOST",
              description = "As they hold in pi, opencode or hermes.")
          @Nullable String host,
      @Option(
              names = "--folder",
              paramLabel = "DIR",
              description = "As they hold for a project (default: the current folder).")
          @Nullable String folder,
      @Option(names = "--json", description = "Print one line of JSON.") boolean json) {
    Path file = file(places);
    if (host != null && !List.of("pi", "opencode", "hermes").contains(host)) {
      throw new UsageProblem("--host is one of pi, opencode, hermes.");
    }
    String where =
        folder == null
            ? surroundings.workingFolder()
            : Path.of(surroundings.workingFolder()).resolve(folder).normalize().toString();
    try {
      JsonObject settings = Config.load(file).merged(host == null ? "" : host, where);
      surroundings
          .out()
          .println(
              json
                  ? ManifestCodec.canonical(settings)
                  : "# "
                      + file
                      + (Files.exists(file) ? "" : " (not there: these are the standard settings)")
                      + System.lineSeparator()
                      + YamlText.of(settings));
      return Program.OK;
    } catch (ConfigException e) {
      throw new Problem(String.valueOf(e.getMessage()));
    }
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = "Says whether the file can be used, and names every problem in it.")
  int check(@Mixin PlaceOptions places) {
    Path file = file(places);
    List<String> problems = ConfigCheck.problems(file);
    if (problems.isEmpty()) {
      surroundings
          .out()
          .println(
              Files.exists(file)
                  ? file + " is in order."
                  : "There is no " + file + "; the standard settings hold.");
      return Program.OK;
    }
    problems.forEach(surroundings.out()::println);
    return Program.FAILED;
  }

  private Path file(PlaceOptions places) {
    return places.locations(surroundings, List.of()).dataHome().resolve("config.yaml");
  }
}
