package dev.jevprune.core.gate;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** The cases of the older kit, one JSON object a line. */
final class Vectors {

  private Vectors() {}

  /** One case. */
  record Vector(
      String name, String op, JsonObject input, JsonObject expected, String expectedSha256) {}

  /** The cases of that file; the test is skipped where the folder of vectors is absent. */
  static List<Vector> read(String fileName) throws IOException, JsonException {
    Path file = Path.of(System.getProperty("conformance.dir", "no-conformance-folder"), fileName);
    Assumptions.assumeTrue(
        Files.isRegularFile(file), "The conformance vectors are not here: " + file);
    List<Vector> vectors = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
      JsonObject vector = (JsonObject) StrictJson.parse(line);
      vectors.add(
          new Vector(
              vector.string("name").orElseThrow(),
              vector.string("op").orElseThrow(),
              vector.object("input").orElseThrow(),
              vector.object("expected").orElseThrow(),
              vector.string("expected_sha256").orElseThrow()));
    }
    return vectors;
  }
}
