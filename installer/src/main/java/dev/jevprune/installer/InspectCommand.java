package dev.jevprune.installer;

import dev.jevprune.adapters.files.HostFileException;
import dev.jevprune.adapters.files.HostFiles;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.adapters.files.Inspection;
import dev.jevprune.adapters.files.SnapshotFile;
import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.selection.SelectionPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jevprune inspect}: what a saved conversation holds that could be left out. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Shows what of a saved conversation could be left out, and why the rest stays. Reads the"
            + " one file that is named and nothing else; changes nothing.",
    footer = {"", "Exit codes: 0 shown, 1 the file cannot be used, 2 wrong use."})
final class InspectCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "FILE",
      description =
          "A snapshot {format, session, messages, receipts}; with --from a session file, a list of"
              + " messages or a request body of that host.")
  private String file = "";

  @Option(
      names = "--from",
      paramLabel = "HOST",
      description = "The host the file comes from: pi, opencode, hermes, claude-code.")
  private @Nullable String from;

  @Option(
      names = "--max-body-bytes",
      paramLabel = "N",
      description = "The largest body to leave out (default: ${DEFAULT-VALUE}).")
  private int maxBodyBytes = SelectionPolicy.STANDARD.maxBodyBytes();

  @Option(names = "--json", description = "Print one line of JSON (docs/inspect.md).")
  private boolean json;

  InspectCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    if (maxBodyBytes < SelectionPolicy.STANDARD.minBodyBytes()) {
      throw new UsageProblem(
          "--max-body-bytes takes a number from "
              + SelectionPolicy.STANDARD.minBodyBytes()
              + " on.");
    }
    SelectionPolicy policy = SelectionPolicy.STANDARD.withMaxBodyBytes(maxBodyBytes);
    Optional<HostKind> host = Optional.ofNullable(from).map(InspectCommand::host);
    TokenCounter tokens = new O200kCounter();
    tokens.prepare();
    Inspection inspection = inspect(host, GivenFile.read(surroundings, file), policy);
    InspectReport report =
        new InspectReport(
            file,
            host.map(HostKind::wireName),
            inspection,
            inspection.readTexts().isEmpty() || !tokens.ready(PATIENCE)
                ? TokenCounter.none()
                : tokens);
    if (json) {
      surroundings.out().println(report.toJson());
    } else {
      report.lines().forEach(surroundings.out()::println);
    }
    return Program.OK;
  }

  private static HostKind host(String name) {
    return HostKind.parse(name)
        .orElseThrow(
            () ->
                new UsageProblem(
                    "--from does not know \"" + name + "\"; it knows " + HostKind.names() + "."));
  }

  private Inspection inspect(Optional<HostKind> host, byte[] bytes, SelectionPolicy policy) {
    try {
      return host.isPresent()
          ? Inspection.of(HostFiles.read(host.get(), bytes), policy)
          : Inspection.of(SnapshotFile.parse(bytes), policy);
    } catch (HostFileException e) {
      throw new Problem(file + " " + e.getMessage(), e);
    }
  }
}
