package dev.jevprune.adapters.files;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The folder with vectors, captures and traces; tests that need it are skipped where it is not. */
final class Shared {

  private Shared() {}

  /** One case of the older kit. */
  record Vector(
      String name,
      JsonObject input,
      JsonObject expected,
      String expectedSha256,
      List<String> tags) {}

  static Path folder(String name) {
    Path conformance = Path.of(System.getProperty("conformance.dir", "no-conformance-folder"));
    Path folder = conformance.resolveSibling(name);
    Assumptions.assumeTrue(Files.isDirectory(folder), "Not here: " + folder);
    return folder;
  }

  static List<Vector> vectors(String fileName) throws IOException, JsonException {
    Path file = folder("conformance").resolve(fileName);
    List<Vector> vectors = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      JsonObject vector = (JsonObject) StrictJson.parse(line);
      vectors.add(
          new Vector(
              vector.string("name").orElseThrow(),
              vector.object("input").orElseThrow(),
              vector.object("expected").orElseThrow(),
              vector.string("expected_sha256").orElseThrow(),
              vector.array("tags").stream()
                  .flatMap(tags -> tags.elements().stream())
                  .map(Shared::text)
                  .toList()));
    }
    return vectors;
  }

  static Stream<Path> files(Path folder, String... suffixes) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk
          .filter(Files::isRegularFile)
          .filter(file -> Stream.of(suffixes).anyMatch(end -> file.toString().endsWith(end)))
          .sorted()
          .toList()
          .stream();
    }
  }

  static String text(Json value) {
    return ((JsonString) value).value();
  }
}
