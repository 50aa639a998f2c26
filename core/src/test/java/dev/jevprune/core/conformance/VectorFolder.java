package dev.jevprune.core.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The folder of vectors that the build names, and how one vector is held against our answer. */
final class VectorFolder {

  private VectorFolder() {}

  /** One test for each vector of a file; one skipped test that says why, where there is no file. */
  static Stream<DynamicTest> tests(String file, Function<Vector, Json> answer) {
    Path path = Path.of(System.getProperty("conformance.dir", "../testdata/conformance"), file);
    if (!Files.isRegularFile(path)) {
      String reason = "no conformance vectors at " + path;
      return Stream.of(DynamicTest.dynamicTest(file, () -> assumeTrue(false, reason)));
    }
    Differences differences = Differences.shipped();
    return read(path).stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.name(), () -> check(vector, answer.apply(vector), differences)));
  }

  private static List<Vector> read(Path path) {
    try (Stream<String> lines = Files.lines(path)) {
      return lines
          .filter(line -> !line.isBlank())
          .map(line -> Vector.parse((JsonObject) parse(line)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Json parse(String text) {
    try {
      return StrictJson.parse(text);
    } catch (JsonException e) {
      throw new AssertionError("A line of the vectors cannot be read.", e);
    }
  }

  static String canonical(Json value) {
    try {
      return CanonicalJson.write(value);
    } catch (JsonException e) {
      throw new AssertionError("An answer has no canonical form.", e);
    }
  }

  static void check(Vector vector, Json answer, Differences differences) throws JsonException {
    assertThat(CanonicalJson.digest(vector.expected()).hex())
        .as("the expectation survives our reading and writing")
        .isEqualTo(vector.expectedDigest());
    Optional<Json> ours = differences.valueOf(vector);
    if (ours.isPresent()) {
      assertThat(matches(ours.get(), vector.expected()))
          .as("a difference that is none any more: remove it from the list")
          .isFalse();
    }
    Json expected = ours.orElse(vector.expected());
    if (!matches(expected, answer)) {
      assertThat(canonical(answer)).isEqualTo(canonical(expected));
    }
  }

  /** Failures match by kind; where the kit failed in an unplanned way, any failure matches. */
  private static boolean matches(Json expected, Json answer) {
    if (expected instanceof JsonObject object && object.has("error")) {
      return answer instanceof JsonObject failure
          && failure.has("error")
          && (object.has("internal") || failure.get("error").equals(object.get("error")));
    }
    return canonical(expected).equals(canonical(answer));
  }
}
