package dev.jevprune.adapters.evaluate;

import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.receipt.Evaluator;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/** The evaluators of a data home, with the child processes that reach them. */
public final class Evaluators implements EvaluatorChoice {

  private final Path dataHome;
  private final Path home;
  private final Properties properties;

  /**
   * @param dataHome where the settings are
   * @param home the user's home
   * @param properties the system properties, for the child's Java
   */
  public Evaluators(Path dataHome, Path home, Properties properties) {
    this.dataHome = dataHome;
    this.home = home;
    this.properties = properties;
  }

  /**
   * Whether the member {@code evaluator} of a settings file can be used.
   *
   * @throws EvaluatorException saying what is wrong
   */
  public static void check(Path file) throws EvaluatorException {
    EvaluatorConfig.load(file);
  }

  @Override
  public ModelEvaluator choose(Map<String, String> variables) throws EvaluatorException {
    EvaluatorConfig config = EvaluatorConfig.load(dataHome.resolve("config.yaml"));
    ChildRuntime runtime = ChildRuntime.of(properties, variables);
    if (config.local().isPresent()) {
      EvaluatorConfig.Local local = config.local().get();
      return new LocalEvaluator(
          local.url(),
          local.model(),
          config.thresholds(),
          url -> TransportChild.toLoopback(runtime, url));
    }
    return new TypesafeEvaluator(
        EvaluatorSettings.load(dataHome, home, variables),
        new Rules(Evaluator.KIT, config.thresholds()),
        key -> TransportChild.toTypesafe(runtime, key));
  }
}
