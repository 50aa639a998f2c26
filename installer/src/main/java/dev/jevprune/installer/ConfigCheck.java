package dev.jevprune.installer;

import dev.jevprune.adapters.config.Config;
import dev.jevprune.adapters.config.ConfigException;
import dev.jevprune.adapters.config.ShimSettings;
import dev.jevprune.adapters.evaluate.EvaluatorException;
import dev.jevprune.adapters.evaluate.Evaluators;
import dev.jevprune.core.economics.PriceException;
import dev.jevprune.core.economics.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether the user's settings can be used, and whether agents have been told of them. */
final class ConfigCheck {
  private static final String AREA = "config";

  private ConfigCheck() {}

  /** Every problem in a file of settings, one line each; none where there is no file. */
  static List<String> problems(Path file) {
    List<String> problems = new ArrayList<>();
    try {
      Config config = Config.load(file);
      config.prices().flatMap(prices -> priceProblem(file, prices)).ifPresent(problems::add);
      Evaluators.check(file);
    } catch (ConfigException | EvaluatorException e) {
      problems.addAll(String.valueOf(e.getMessage()).lines().toList());
    }
    return problems;
  }

  private static Optional<String> priceProblem(Path file, String prices) {
    try {
      PriceTable.parse(Files.readAllBytes(file.resolveSibling(prices)));
      return Optional.empty();
    } catch (PriceException | IOException | InvalidPathException e) {
      return Optional.of(file + ": prices: " + prices + " cannot be used: " + e.getMessage());
    }
  }

  /** What the doctor says of it. */
  static List<Finding> of(Path dataHome) throws IOException {
    Path file = dataHome.resolve("config.yaml");
    if (!Files.isRegularFile(file)) {
      return List.of(Finding.ok(AREA, "no config.yaml; the standard settings hold"));
    }
    List<String> problems = problems(file);
    if (!problems.isEmpty()) {
      return problems.stream()
          .map(
              problem ->
                  Finding.wrong(
                      AREA, problem + ". Until it is repaired the standard settings hold."))
          .toList();
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(Finding.ok(AREA, file + " is in order"));
    if (!isTold(file, dataHome.resolve("settings.json"))) {
      findings.add(
          Finding.note(
              AREA,
              "agents have not been told of it yet: the worker writes settings.json at its next"
                  + " request, and an agent reads it when it starts"));
    }
    return findings;
  }

  private static boolean isTold(Path file, Path settings) throws IOException {
    try {
      return HostCheck.read(settings).equals(Optional.of(ShimSettings.of(Config.load(file))));
    } catch (ConfigException e) {
      throw new IllegalStateException(e); // it has no problems
    }
  }
}
