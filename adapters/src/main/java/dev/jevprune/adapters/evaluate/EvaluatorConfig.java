package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.config.ConfigException;
import dev.jevprune.adapters.config.YamlFile;
import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.core.evaluate.Thresholds;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The member {@code evaluator} of {@code config.yaml}: one of the words {@code operator} and {@code
 * typesafe}, or {@code {kind, url, model, thresholds: {coverage, unique, unresolved}}}. Absent
 * means {@code operator}: nobody is asked unless the user types the command, and then it is the
 * remote service behind its two switches.
 *
 * @param local the local service, when that is the evaluator
 * @param thresholds which scores approve
 */
record EvaluatorConfig(Optional<Local> local, Thresholds thresholds) {

  /** A service on this machine. */
  record Local(URI url, String model) {}

  static final EvaluatorConfig STANDARD =
      new EvaluatorConfig(Optional.empty(), Thresholds.STANDARD);

  private static final Set<String> MEMBERS = Set.of("kind", "url", "model", "thresholds");
  private static final Set<String> BOUNDS = Set.of("coverage", "unique", "unresolved");
  private static final Set<String> REMOTE = Set.of("operator", "typesafe");

  static EvaluatorConfig load(Path file) throws EvaluatorException {
    Optional<Json> value;
    try {
      value = YamlFile.read(file).get("evaluator");
    } catch (ConfigException e) {
      throw new EvaluatorException(Kind.CONFIG, e.getMessage() + " Nothing was sent.");
    }
    if (value.isEmpty()) {
      return STANDARD;
    }
    if (value.get() instanceof JsonString word && REMOTE.contains(word.value())) {
      return STANDARD;
    }
    if (!(value.get() instanceof JsonObject object)
        || !MEMBERS.containsAll(object.members().keySet())) {
      throw wrong(file, "evaluator must be operator, typesafe or {kind, url, model, thresholds}");
    }
    String kind = object.string("kind").orElse("");
    boolean remote = REMOTE.contains(kind) && !object.has("url") && !object.has("model");
    Optional<Local> local =
        kind.equals("local") ? Optional.of(local(object, file)) : Optional.empty();
    if (!remote && local.isEmpty()) {
      throw wrong(
          file,
          "evaluator.kind must be operator or typesafe, without url and model, or local with both");
    }
    return new EvaluatorConfig(local, thresholds(object, file));
  }

  private static Local local(JsonObject object, Path file) throws EvaluatorException {
    String model = object.string("model").orElse("");
    try {
      URI url = URI.create(object.string("url").orElse(""));
      if (!model.isEmpty() && url.getHost() != null) {
        return new Local(url, model);
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw wrong(file, "evaluator.kind local needs url, like http://127.0.0.1:8080, and model");
  }

  private static Thresholds thresholds(JsonObject object, Path file) throws EvaluatorException {
    if (!object.has("thresholds")) {
      return Thresholds.STANDARD;
    }
    Optional<JsonObject> given = object.object("thresholds");
    if (given.isEmpty() || !BOUNDS.containsAll(given.get().members().keySet())) {
      throw wrong(file, "evaluator.thresholds may have coverage, unique and unresolved");
    }
    Thresholds standard = Thresholds.STANDARD;
    return new Thresholds(
        bound(given.get(), "coverage", standard.minCoverage(), file),
        bound(given.get(), "unique", standard.maxUnique(), file),
        bound(given.get(), "unresolved", standard.maxUnresolved(), file));
  }

  private static int bound(JsonObject object, String name, int standard, Path file)
      throws EvaluatorException {
    Optional<Json> value = object.get(name);
    if (value.isEmpty()) {
      return standard;
    }
    if (value.get() instanceof JsonNumber number) {
      double probability = number.doubleValue();
      if (probability >= 0 && probability <= 1) {
        BigDecimal steps = new BigDecimal(Double.toString(probability)).movePointRight(2);
        if (steps.stripTrailingZeros().scale() <= 0) {
          return steps.intValueExact();
        }
      }
    }
    throw wrong(file, "evaluator.thresholds." + name + " must be 0 to 1 in steps of a hundredth");
  }

  private static EvaluatorException wrong(Path file, String what) {
    return new EvaluatorException(
        Kind.CONFIG, file + ": " + what + ". Correct it. Nothing was sent.");
  }
}
