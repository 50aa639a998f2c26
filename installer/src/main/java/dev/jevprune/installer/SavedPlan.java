package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan that was saved to be applied later: exactly that one, or nothing. It holds what was
 * ordered, so that it can be made again; if another one comes out, the world has changed.
 */
record SavedPlan(Path file, Order order, JsonObject document) {
  private static final int MAX_NAMED = 5;

  /**
   * Reads a file that {@code --plan --out} wrote.
   *
   * @throws Problem when it is none, or of another version of this program
   */
  static SavedPlan read(Path file) throws IOException {
    try {
      if (!(StrictJson.parse(Files.readAllBytes(file)) instanceof JsonObject document)
          || document.string("schema").filter(PlanJson.SCHEMA::equals).isEmpty()
          || !(document.get("order").orElse(Json.of(0)) instanceof JsonObject order)) {
        throw new Problem(file + " is not a plan that jevprune-install --plan --out wrote.");
      }
      String version = document.string("version").orElse("");
      if (!version.equals(Version.current())) {
        throw new Problem(
            file
                + " was made by version "
                + version
                + "; this is "
                + Version.current()
                + ". Plan again.");
      }
      return new SavedPlan(file, Order.parse(order, file.getFileSystem()), document);
    } catch (JsonException | IllegalArgumentException e) {
      throw new Problem(file + " is damaged (" + e.getMessage() + "). Plan again.", e);
    }
  }

  /**
   * Compares with the plan that comes out now.
   *
   * @throws Problem when it is another one, with the first differences
   */
  void check(Plan now) {
    JsonObject fresh = PlanJson.document(now, order);
    if (ManifestCodec.canonical(fresh).equals(ManifestCodec.canonical(bare(document)))) {
      return;
    }
    List<String> changed = new ArrayList<>();
    Map<String, String> before = files(document);
    Map<String, String> after = files(fresh);
    after.forEach(
        (path, text) -> {
          if (!text.equals(before.get(path))) {
            changed.add(path);
          }
        });
    before.keySet().stream().filter(path -> !after.containsKey(path)).forEach(changed::add);
    String what =
        changed.isEmpty()
            ? "what was found besides files"
            : String.join(", ", changed.subList(0, Math.min(MAX_NAMED, changed.size())))
                + (changed.size() > MAX_NAMED
                    ? " and " + (changed.size() - MAX_NAMED) + " more"
                    : "");
    throw new Problem(
        "the world has changed since "
            + file
            + " was made: "
            + what
            + ". Nothing was done; plan again.");
  }

  /** Without what became of it when it was made. */
  private static JsonObject bare(JsonObject document) {
    JsonObject.Builder bare = JsonObject.builder();
    document
        .members()
        .forEach(
            (name, value) -> {
              if (!name.equals("applied") && !name.equals("refused")) {
                bare.put(name, value);
              }
            });
    return bare.build();
  }

  private static Map<String, String> files(JsonObject document) {
    Map<String, String> files = new LinkedHashMap<>();
    for (Json element : document.array("files").orElseThrow()) {
      JsonObject file = (JsonObject) element;
      // The manifest follows from the others.
      if (file.string("kind").filter("manifest"::equals).isEmpty()) {
        files.put(file.string("path").orElse(""), ManifestCodec.canonical(file));
      }
    }
    return files;
  }
}
