package dev.jevprune.adapters.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The cases in which we answer otherwise than the older kit, each with our own value and the row of
 * the list of that kit's weaknesses that is the reason. A case without a row, without effect or
 * without a vector fails.
 */
final class Differences {

  private static final int LAST_ROW = 44;

  private final Map<String, JsonObject> entries = new HashMap<>();
  private final Set<String> used = new HashSet<>();

  static Differences read(String resource) throws IOException, JsonException {
    Differences differences = new Differences();
    try (InputStream stream = Differences.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new AssertionError("No resource " + resource);
      }
      for (String line :
          new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        JsonObject entry = (JsonObject) StrictJson.parse(line);
        String vector = entry.string("vector").orElseThrow();
        assertThat(entry.integer("row").orElse(0)).as("row of " + vector).isBetween(1, LAST_ROW);
        assertThat(differences.entries.put(vector, entry)).as(vector).isNull();
      }
    }
    return differences;
  }

  /** What we answer to that vector: our own value, or the kit's. */
  JsonObject expected(Shared.Vector vector) {
    Optional<JsonObject> entry = Optional.ofNullable(entries.get(vector.name()));
    if (entry.isEmpty()) {
      return vector.expected();
    }
    used.add(vector.name());
    JsonObject ours = entry.get().object("expected").orElseThrow();
    assertThat(ours)
        .as("a difference that is none: " + vector.name())
        .isNotEqualTo(vector.expected());
    return ours;
  }

  /** Call when all vectors were seen. */
  void assertAllUsed() {
    assertThat(used).isEqualTo(entries.keySet());
  }
}
