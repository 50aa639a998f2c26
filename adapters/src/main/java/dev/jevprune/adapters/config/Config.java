package dev.jevprune.adapters.config;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code config.yaml} says. For a host in a folder the file's own settings hold, over them
 * those of the host, over them those of each project folder that holds the folder, the outermost
 * first, and over each of these what that project says of the host.
 */
public final class Config {

  /** What holds where no file is. */
  public static final Config STANDARD = new Config(JsonObject.EMPTY);

  private final JsonObject file;

  private Config(JsonObject file) {
    this.file = file;
  }

  /**
   * Reads {@code file}; a missing one says nothing.
   *
   * @throws ConfigException naming every problem
   */
  public static Config load(Path file) throws ConfigException {
    JsonObject read = YamlFile.read(file);
    List<String> problems = SchemaCheck.problems(read);
    if (!problems.isEmpty()) {
      throw new ConfigException(file.toString(), problems);
    }
    return new Config(read);
  }

  /** What holds for {@code host} in {@code folder}; both may be empty. */
  public Settings settings(String host, String folder) {
    return Settings.of(merged(host, folder));
  }

  /** The same as an object, with every setting in it. */
  public JsonObject merged(String host, String folder) {
    JsonObject all = over((JsonObject) ConfigSchema.WHOLE.standard(), file);
    all = over(all, named(file, "hosts", host));
    JsonObject projects = file.object("projects").orElse(JsonObject.EMPTY);
    List<String> holding =
        projects.members().keySet().stream()
            .filter(project -> holds(project, folder))
            .sorted(Comparator.comparingInt(String::length))
            .toList();
    for (String project : holding) {
      JsonObject own = projects.object(project).orElse(JsonObject.EMPTY);
      all = over(over(all, own), named(own, "hosts", host));
    }
    JsonObject.Builder plain = JsonObject.builder();
    all.members()
        .forEach(
            (name, value) -> {
              if (!name.equals("hosts") && !name.equals("projects")) {
                plain.put(name, value);
              }
            });
    return plain.build();
  }

  /** Models that are bound whatever the table says. */
  public List<String> prefixBound() {
    return Settings.texts(file.object("models").orElse(JsonObject.EMPTY), "prefix_bound");
  }

  /** The file with the user's own prices. */
  public Optional<String> prices() {
    return file.string("prices");
  }

  /** Whether Hermes' context engine is to be ours. */
  public boolean hermesContextEngine() {
    return file.object("hermes").flatMap(h -> h.bool("context_engine")).orElse(false);
  }

  /** The projects that have settings of their own. */
  List<String> projects() {
    return List.copyOf(file.object("projects").orElse(JsonObject.EMPTY).members().keySet());
  }

  private static JsonObject named(JsonObject object, String group, String name) {
    return object.object(group).flatMap(all -> all.object(name)).orElse(JsonObject.EMPTY);
  }

  private static boolean holds(String project, String folder) {
    return !folder.isEmpty() && Path.of(folder).startsWith(Path.of(project));
  }

  /** Groups are put over each other member by member; a group that is empty says nothing. */
  private static JsonObject over(JsonObject below, JsonObject above) {
    JsonObject.Builder result = below.toBuilder();
    for (Map.Entry<String, Json> member : above.members().entrySet()) {
      Json old = below.get(member.getKey()).orElse(JsonNull.NULL);
      if (old instanceof JsonObject group) {
        if (member.getValue() instanceof JsonObject own) {
          result.put(member.getKey(), over(group, own));
        }
      } else {
        result.put(member.getKey(), member.getValue());
      }
    }
    return result.build();
  }
}
