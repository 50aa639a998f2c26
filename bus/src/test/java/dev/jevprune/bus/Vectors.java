package dev.jevprune.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * The older kit's vectors of the bus. Where we answer otherwise on purpose, {@code
 * differences.json} names the vector, the row of the kit's weaknesses that justifies it, and the
 * members of our answer that differ.
 */
public final class Vectors {

  /** One case. */
  public record Vector(String name, String op, JsonObject input, JsonObject expected) {}

  private Vectors() {}

  /**
   * One test for each vector of a file; one skipped test that says why, where there is no file.
   *
   * @param wordless takes out of an answer what is only wording, which is each kit's own
   */
  public static Stream<DynamicTest> tests(
      String file, Function<Vector, JsonObject> answer, UnaryOperator<JsonObject> wordless) {
    Path path = Path.of(System.getProperty("conformance.dir", "../testdata/conformance"), file);
    if (!Files.isRegularFile(path)) {
      String reason = "no conformance vectors at " + path;
      return Stream.of(DynamicTest.dynamicTest(file, () -> assumeTrue(false, reason)));
    }
    Map<String, JsonObject> differences = differences();
    try (Stream<String> lines = Files.lines(path)) {
      return lines
          .filter(line -> !line.isBlank())
          .map(line -> vector((JsonObject) parse(line)))
          .toList()
          .stream()
          .map(
              vector ->
                  DynamicTest.dynamicTest(
                      vector.name(),
                      () ->
                          check(
                              wordless.apply(vector.expected()),
                              wordless.apply(answer.apply(vector)),
                              differences.get(vector.name()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Vector vector(JsonObject line) {
    JsonObject expected = line.object("expected").orElseThrow();
    try {
      assertThat(CanonicalJson.digest(expected).hex())
          .as("the expectation survives our reading and writing")
          .isEqualTo(line.string("expected_sha256").orElseThrow());
    } catch (JsonException e) {
      throw new AssertionError("A vector has no canonical form.", e);
    }
    return new Vector(
        line.string("name").orElseThrow(),
        line.string("op").orElseThrow(),
        line.object("input").orElseThrow(),
        expected);
  }

  private static void check(JsonObject expected, JsonObject answer, @Nullable JsonObject entry) {
    if (entry == null) {
      assertThat(canonical(answer)).isEqualTo(canonical(expected));
      return;
    }
    JsonObject.Builder ours = expected.toBuilder();
    entry.object("changes").orElseThrow().members().forEach(ours::put);
    assertThat(canonical(ours.build()))
        .as("a difference that is none any more: remove it from the list")
        .isNotEqualTo(canonical(expected));
    assertThat(canonical(answer)).isEqualTo(canonical(ours.build()));
  }

  private static Map<String, JsonObject> differences() {
    try (InputStream in = Vectors.class.getResourceAsStream("/differences.json")) {
      if (in == null) {
        throw new AssertionError("differences.json is missing from the test resources");
      }
      Map<String, JsonObject> entries = new LinkedHashMap<>();
      for (Json element : (JsonArray) StrictJson.parse(in.readAllBytes())) {
        JsonObject entry = (JsonObject) element;
        String vector = entry.string("vector").orElseThrow();
        int row =
            entry
                .integer("row")
                .orElseThrow(() -> new AssertionError(vector + " names no row that justifies it"));
        if (row < 1 || row > 44 || entry.object("changes").isEmpty()) {
          throw new AssertionError(vector + " names no row that exists, or no answer");
        }
        if (entries.put(vector, entry) != null) {
          throw new AssertionError(vector + " stands in the list twice");
        }
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JsonException e) {
      throw new AssertionError("differences.json cannot be read", e);
    }
  }

  /** Reads text of a vector. */
  public static Json parse(String text) {
    try {
      return StrictJson.parse(text);
    } catch (JsonException e) {
      throw new AssertionError("A vector cannot be read.", e);
    }
  }

  private static String canonical(Json value) {
    try {
      return CanonicalJson.write(value);
    } catch (JsonException e) {
      throw new AssertionError("An answer has no canonical form.", e);
    }
  }
}
