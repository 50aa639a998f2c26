package dev.jevprune.installer;

import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.WorkerClient;
import dev.jevprune.adapters.worker.WorkerStatus;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jevprune worker status|stop}: the resident process of a data home. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    usageHelpAutoWidth = true,
    description = "Shows or ends the resident worker. Hosts start it themselves when they need it.")
final class WorkerCommand implements Runnable {
  private final Surroundings surroundings;

  @Spec private CommandSpec spec;

  WorkerCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say status or stop.");
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Says whether a worker runs, and since when.")
  int status(
      @Option(names = "--home", paramLabel = "DIR", description = "The home folder.")
          @Nullable String home,
      @Option(names = "--data-home", paramLabel = "DIR", description = "The data home.")
          @Nullable String dataHome,
      @Option(names = "--json", description = "Print one line of JSON.") boolean json)
      throws IOException, ProtocolException {
    Path place = dataHome(home, dataHome);
    try (WorkerClient client = connect(place)) {
      Optional<WorkerStatus> status =
          client == null ? Optional.empty() : Optional.of(client.status());
      surroundings.out().println(json ? asJson(place, status) : asText(place, status));
    }
    return Program.OK;
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Lets the worker finish what it does, then ends it.")
  int stop(
      @Option(names = "--home", paramLabel = "DIR", description = "The home folder.")
          @Nullable String home,
      @Option(names = "--data-home", paramLabel = "DIR", description = "The data home.")
          @Nullable String dataHome)
      throws IOException, ProtocolException {
    Path place = dataHome(home, dataHome);
    try (WorkerClient client = connect(place)) {
      if (client == null) {
        surroundings.out().println("No worker runs for " + place + ".");
        return Program.OK;
      }
      if (!client.stop()) {
        throw new Problem(
            "the worker of "
                + place
                + " was asked to stop and still runs; see its process id with jevprune worker status.");
      }
      surroundings.out().println("The worker of " + place + " has stopped.");
      return Program.OK;
    }
  }

  private Path dataHome(@Nullable String home, @Nullable String dataHome) {
    return LocationResolver.resolve(
            surroundings,
            new LocationOptions(
                Optional.ofNullable(home), Optional.ofNullable(dataHome), List.of()))
        .dataHome();
  }

  private static @Nullable WorkerClient connect(Path dataHome) throws IOException {
    return Files.isDirectory(dataHome)
        ? WorkerClient.connect(dataHome, WorkerCheck.PATIENCE).orElse(null)
        : null;
  }

  private static String asText(Path place, Optional<WorkerStatus> status) {
    if (status.isEmpty()) {
      return "No worker runs for " + place + ".";
    }
    WorkerStatus worker = status.get();
    return String.join(
        System.lineSeparator(),
        "A worker runs for " + place + ".",
        "  version    " + worker.version(),
        "  process    " + worker.pid(),
        "  started    " + worker.startedAt(),
        "  connected  " + worker.connected(),
        "  requests   " + worker.requests());
  }

  private static String asJson(Path place, Optional<WorkerStatus> status) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("schema", "jev-prune.worker-status.v1")
            .put("dataHome", place.toString())
            .put("running", status.isPresent());
    status.ifPresent(
        worker ->
            json.put("version", worker.version())
                .put("pid", worker.pid())
                .put("startedAt", worker.startedAt().toString())
                .put("connected", worker.connected())
                .put("requests", worker.requests()));
    return ManifestCodec.canonical(json.build());
  }
}
