package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The two switches of the remote service, from the settings file and from variables. Both are off
 * unless someone set them. Variables override the file, empty ones too.
 */
public final class EvaluatorSettings {

  /** The variable that allows the call; nothing but {@code 1} does. */
  public static final String ALLOW_REMOTE = "JEV_PRUNE_ALLOW_REMOTE";

  /** The variable that holds the key. */
  public static final String API_KEY = "TYPESAFE_API_KEY";

  /** The variable that names another settings file. */
  public static final String ENV_FILE = "JEV_PRUNE_ENV_FILE";

  private static final Set<String> NAMES = Set.of(ALLOW_REMOTE, API_KEY);

  private final Map<String, String> values;
  private final Path file;

  private EvaluatorSettings(Map<String, String> values, Path file) {
    this.values = Map.copyOf(values);
    this.file = file;
  }

  /**
   * Reads the settings.
   *
   * @param dataHome the data home; {@code .env} in it is read unless another file is named
   * @param home what {@code ~} stands for in {@value #ENV_FILE}
   * @param variables the variables that count; others are ignored
   * @throws EvaluatorException if the file that was named is missing, or a file cannot be used
   */
  public static EvaluatorSettings load(Path dataHome, Path home, Map<String, String> variables)
      throws EvaluatorException {
    String named = variables.getOrDefault(ENV_FILE, "");
    Path path = named.isEmpty() ? dataHome.resolve(".env") : path(named, home);
    EnvFile file = new EnvFile(path, NAMES);
    Map<String, String> values = new HashMap<>();
    if (file.exists()) {
      values.putAll(file.read());
    } else if (!named.isEmpty()) {
      throw new EvaluatorException(
          Kind.ENV_CONFIGURED_UNREADABLE,
          ENV_FILE + " names " + path + ", which is not there. Create it or unset the variable.");
    }
    for (String name : NAMES) {
      String value = variables.get(name);
      if (value != null) {
        values.put(name, value);
      }
    }
    return new EvaluatorSettings(values, path);
  }

  private static Path path(String named, Path home) throws EvaluatorException {
    try {
      return named.equals("~") || named.startsWith("~/")
          ? home.resolve(named.substring(Math.min(2, named.length())))
          : Path.of(named);
    } catch (InvalidPathException e) {
      throw new EvaluatorException(
          Kind.ENV_CONFIGURED_UNREADABLE, ENV_FILE + " does not name a file. Correct or unset it.");
    }
  }

  /** The settings file, whether it is there or not. */
  public Path file() {
    return file;
  }

  /**
   * The key, when the user allowed its use.
   *
   * @throws EvaluatorException {@code CONSENT} or {@code KEY}, saying what to set
   */
  public ApiKey require() throws EvaluatorException {
    if (!value(ALLOW_REMOTE).filter("1"::equals).isPresent()) {
      throw new EvaluatorException(
          Kind.CONSENT,
          "Asking a remote model is off, since it sends file contents to a third party. To allow"
              + " it, write "
              + ALLOW_REMOTE
              + "=1 and "
              + API_KEY
              + "=<your key> into "
              + file
              + ". Nothing was sent.");
    }
    String key = value(API_KEY).orElse("");
    if (!ApiKey.isUsable(key)) {
      throw new EvaluatorException(
          Kind.KEY,
          (key.isEmpty()
                  ? API_KEY + " is not set."
                  : API_KEY + " has white space around it or characters that no key has.")
              + " Write "
              + API_KEY
              + "=<your key> into "
              + file
              + ". Nothing was sent.");
    }
    return new ApiKey(key);
  }

  Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** Never the values. */
  @Override
  public String toString() {
    return "EvaluatorSettings[" + file + "]";
  }
}
