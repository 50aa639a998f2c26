package dev.jevprune.installer;

import dev.jevprune.adapters.measure.MeasureReport;
import dev.jevprune.adapters.measure.Measurement;
import dev.jevprune.adapters.measure.Pricing;
import dev.jevprune.adapters.measure.Progress;
import dev.jevprune.adapters.tokens.O200kCounter;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.economics.PriceException;
import dev.jevprune.core.economics.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jevprune measure}: what pruning would have been worth in saved sessions. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Measures saved sessions: what their results weigh, what pruning would have left out and"
            + " when, and what that is worth against the prompt cache. Reads the files and folders"
            + " that are named and nothing else; changes nothing.",
    footer = {"", "Exit codes: 0 measured, 1 no file could be read, 2 wrong use."})
final class MeasureCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Surroundings surroundings;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Session files of Pi, OpenCode, Hermes, Claude Code, Codex, OpenClaw and Copilot,"
              + " databases of OpenCode and Hermes, saved request bodies, SWE-agent and OpenHands"
              + " runs; or folders, which are walked.")
  private List<String> names = List.of();

  @ArgGroup private @Nullable Form form;

  /** At most one form in place of the table. */
  static final class Form {
    @Option(names = "--json", description = "Print one line of JSON (docs/measuring.md).")
    private boolean json;

    @Option(names = "--csv", description = "Print a row for each session.")
    private boolean csv;
  }

  @Option(
      names = "--html",
      paramLabel = "OUT",
      description = "Also write one self-contained page with charts. An existing file is replaced.")
  private @Nullable String html;

  @Option(
      names = "--no-tokens",
      description =
          "Take four bytes for a token instead of counting, which is several times faster.")
  private boolean noTokens;

  @Option(
      names = "--prices",
      paramLabel = "PRICES",
      description = "A file with prices of your own; models it does not name keep the list price.")
  private @Nullable String prices;

  @Option(
      names = "--as-model",
      paramLabel = "ID",
      description = "Price every request as if it had gone to this model.")
  private @Nullable String asModel;

  @Option(names = "--plan", description = "A plan is billed and no tokens: show no dollars.")
  private boolean plan;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads read (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  MeasureCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    if (threads < 1 || threads > 256) {
      throw new UsageProblem("--threads takes a number from 1 to 256.");
    }
    Pricing pricing = new Pricing(table(), Optional.ofNullable(asModel), plan);
    if (asModel != null && pricing.table().lookup(asModel).isEmpty()) {
      throw new Problem("--as-model: \"" + asModel + "\" has no price; give one with --prices.");
    }
    List<Path> files = names.stream().map(surroundings::resolve).toList();
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new NoSuchFileException(file.toString());
      }
    }
    MeasureReport report = new Measurement(pricing, counter(), threads).of(files, progress());
    if (html != null) {
      Files.writeString(surroundings.resolve(html), report.html());
    }
    if (form != null && form.json) {
      surroundings.out().println(report.json());
    } else if (form != null && form.csv) {
      surroundings.out().print(report.csv());
    } else {
      report.table().forEach(surroundings.out()::println);
    }
    return report.readable() > 0 ? Program.OK : Program.FAILED;
  }

  private PriceTable table() throws IOException {
    if (prices == null) {
      return PriceTable.shipped();
    }
    Path file = surroundings.resolve(prices);
    try {
      return PriceTable.shipped().overriddenBy(PriceTable.parse(Files.readAllBytes(file)));
    } catch (PriceException e) {
      throw new Problem(file + ": " + e.getMessage(), e);
    }
  }

  private Optional<TokenCounter> counter() {
    if (noTokens) {
      return Optional.empty();
    }
    TokenCounter counter = new O200kCounter();
    counter.prepare();
    return counter.ready(PATIENCE) ? Optional.of(counter) : Optional.empty();
  }

  private Progress progress() {
    return surroundings.terminal() ? new ProgressBar(surroundings.err()) : Progress.NONE;
  }
}
