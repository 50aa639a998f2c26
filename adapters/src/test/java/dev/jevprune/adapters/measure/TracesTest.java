package dev.jevprune.adapters.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The expected counts of the traces that stand beside the checkout; skipped where they do not. */
class TracesTest {
  private static final Path TRACES =
      Path.of(System.getProperty("project.root", ".."), "..", "shared", "traces").normalize();

  @Test
  void meetsTheExpectedCountsOfEveryTrace() throws IOException, JsonException {
    assumeTrue(
        Files.isRegularFile(TRACES.resolve("sources.json")),
        "The traces are not beside the checkout: " + TRACES);
    JsonArray sources =
        (JsonArray) StrictJson.parse(Files.readAllBytes(TRACES.resolve("sources.json")));
    Map<String, Object> expected = new TreeMap<>();
    Map<String, Object> found = new TreeMap<>();
    for (Json element : sources) {
      JsonObject source = (JsonObject) element;
      if (source.object("expected").isPresent()) {
        String file = source.string("file").orElseThrow();
        JsonObject report =
            (JsonObject)
                ((JsonObject) StrictJson.parse(PiLog.measured(TRACES.resolve(file)).json()))
                    .array("files")
                    .orElseThrow()
                    .elements()
                    .get(0);
        JsonObject counts = report.object("counts").orElseThrow();
        source
            .object("expected")
            .get()
            .members()
            .forEach(
                (name, value) -> {
                  expected.put(file + " " + name, value);
                  found.put(file + " " + name, counts.members().get(name));
                });
        expected.put(file + " format", source.string("format").orElseThrow());
        found.put(file + " format", report.string("format").orElseThrow());
        assertThat(sum(report.object("gates").orElseThrow()))
            .isEqualTo(report.integer("all_reads").orElseThrow());
      }
    }
    assertThat(expected).hasSizeGreaterThan(200);
    assertThat(found).isEqualTo(expected);
  }

  private static long sum(JsonObject gates) {
    return gates.members().values().stream()
        .mapToLong(count -> ((JsonNumber) count).longValue().orElseThrow())
        .sum();
  }
}
