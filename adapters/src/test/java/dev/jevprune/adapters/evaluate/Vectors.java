package dev.jevprune.adapters.evaluate;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The older kit's vectors, which are answered here without a single difference. */
final class Vectors {

  /** One case. */
  record Vector(String name, String op, JsonObject input, JsonObject expected) {}

  private Vectors() {}

  /** The cases of a file with one of these operations. */
  static List<Vector> of(String file, String... ops) {
    Path folder = Path.of(System.getProperty("conformance.dir", "../testdata/conformance"));
    Path path = folder.resolve(file);
    assumeTrue(Files.isRegularFile(path), () -> "no file of conformance vectors at " + path);
    try (Stream<String> lines = Files.lines(path)) {
      return lines
          .filter(line -> !line.isBlank())
          .map(line -> (JsonObject) parse(line))
          .filter(line -> List.of(ops).contains(line.string("op").orElseThrow()))
          .map(
              line ->
                  new Vector(
                      line.string("name").orElseThrow(),
                      line.string("op").orElseThrow(),
                      line.object("input").orElseThrow(),
                      line.object("expected").orElseThrow()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Json parse(String text) {
    try {
      return StrictJson.parse(text);
    } catch (JsonException e) {
      throw new AssertionError("A vector cannot be read.", e);
    }
  }
}
