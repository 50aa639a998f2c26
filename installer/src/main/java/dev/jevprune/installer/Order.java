package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a run was told to do, with all places found: enough to make the same plan again, without the
 * variables of that time.
 *
 * @param operation install or uninstall
 * @param locations where things are
 * @param chosen the hosts it is for; of a removal those that it is limited to
 * @param options what an installation was asked for
 * @param purge whether a removal takes the decisions and logs too
 */
record Order(
    Plan.Operation operation,
    Locations locations,
    List<HostRoot> chosen,
    InstallOptions options,
    boolean purge) {
  Order {
    chosen = List.copyOf(chosen);
  }

  JsonObject toJson() {
    JsonObject.Builder order =
        JsonObject.builder()
            .put("operation", operation.name().toLowerCase(Locale.ROOT))
            .put("home", locations.home().toString())
            .put("homeGiven", locations.homeGiven())
            .put("dataHome", locations.dataHome().toString())
            .put("busHome", locations.busHome().toString())
            .put("roots", roots(locations.roots()))
            .put("chosen", roots(chosen))
            .put("skillsOnly", options.skillsOnly())
            .put("activateHermes", options.activateHermes())
            .put("seedOpencode", options.seedOpenCode())
            .put("bus", options.bus())
            .put("forceCarrier", options.forceCarrier())
            .put("followLinks", options.followLinks())
            .put("purgeState", purge)
            .put("notes", PlanJson.texts(locations.notes()));
    options.piChoice().ifPresent(choice -> order.put("piChoice", choice));
    return order.build();
  }

  private static JsonArray roots(List<HostRoot> roots) {
    return new JsonArray(
        roots.stream()
            .<Json>map(
                root ->
                    JsonObject.builder()
                        .put("name", root.host().wireName())
                        .put("root", root.folder().toString())
                        .put("source", root.source().name().toLowerCase(Locale.ROOT))
                        .build())
            .toList());
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException when it is something else
   */
  static Order parse(JsonObject order, FileSystem files) {
    Locations locations =
        new Locations(
            path(files, order, "home"),
            order.bool("homeGiven").orElse(false),
            path(files, order, "dataHome"),
            path(files, order, "busHome"),
            roots(files, order, "roots"),
            texts(order));
    return new Order(
        Plan.Operation.valueOf(string(order, "operation").toUpperCase(Locale.ROOT)),
        locations,
        roots(files, order, "chosen"),
        new InstallOptions(
            flag(order, "skillsOnly"),
            order.bool("piChoice"),
            flag(order, "activateHermes"),
            flag(order, "seedOpencode"),
            flag(order, "bus"),
            flag(order, "forceCarrier"),
            flag(order, "followLinks")),
        flag(order, "purgeState"));
  }

  private static List<HostRoot> roots(FileSystem files, JsonObject order, String name) {
    List<HostRoot> roots = new ArrayList<>();
    for (Json element : order.array(name).orElseThrow(() -> missing(name))) {
      if (!(element instanceof JsonObject root)) {
        throw missing(name);
      }
      roots.add(
          new HostRoot(
              Namespace.parse(string(root, "name")).orElseThrow(() -> missing("name")),
              path(files, root, "root"),
              HostRoot.Source.valueOf(string(root, "source").toUpperCase(Locale.ROOT))));
    }
    return roots;
  }

  private static List<String> texts(JsonObject order) {
    List<String> texts = new ArrayList<>();
    for (Json element : order.array("notes").orElseThrow(() -> missing("notes"))) {
      if (element instanceof JsonString text) {
        texts.add(text.value());
      }
    }
    return texts;
  }

  private static Path path(FileSystem files, JsonObject object, String name) {
    Path path = files.getPath(string(object, name));
    if (!path.isAbsolute() || !path.equals(path.normalize())) {
      throw new IllegalArgumentException("\"" + name + "\" is no absolute path");
    }
    return path;
  }

  private static String string(JsonObject object, String name) {
    Optional<String> value =
        object.get(name).filter(JsonString.class::isInstance).map(v -> ((JsonString) v).value());
    return value.orElseThrow(() -> missing(name));
  }

  private static boolean flag(JsonObject object, String name) {
    return object.bool(name).orElseThrow(() -> missing(name));
  }

  private static IllegalArgumentException missing(String name) {
    return new IllegalArgumentException("\"" + name + "\" is missing");
  }
}
