package dev.jevprune.core.conformance;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The list of vectors that we answer otherwise on purpose. An entry names the vector, the row of
 * the older kit's weaknesses that justifies it, and our answer: whole ({@code value}), or as the
 * members that differ from the kit's ({@code changes}, in which the messages may be {@code
 * "unchanged"}).
 */
final class Differences {

  /** One difference: the row of the kit's weaknesses that justifies it, and what we answer. */
  record Entry(String vector, int row, JsonObject entry) {}

  private final Map<String, Entry> entries;

  private Differences(Map<String, Entry> entries) {
    this.entries = entries;
  }

  static Differences shipped() {
    try (InputStream in = Differences.class.getResourceAsStream("/differences.json")) {
      if (in == null) {
        throw new AssertionError("differences.json is missing from the test resources");
      }
      return parse((JsonArray) StrictJson.parse(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JsonException e) {
      throw new AssertionError("differences.json cannot be read", e);
    }
  }

  /** Fails on an entry without a row, without a value, or on two entries for one vector. */
  static Differences parse(JsonArray list) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (Json element : list) {
      JsonObject object = (JsonObject) element;
      String vector = object.string("vector").orElseThrow();
      int row =
          object
              .integer("row")
              .orElseThrow(() -> new AssertionError(vector + " names no row that justifies it"));
      if (object.has("value") == object.has("changes")) {
        throw new AssertionError(vector + " does not say what we answer");
      }
      if (row < 1 || row > 44) {
        throw new AssertionError(vector + " names row " + row + ", which does not exist");
      }
      if (entries.put(vector, new Entry(vector, row, object)) != null) {
        throw new AssertionError(vector + " stands in the list twice");
      }
    }
    return new Differences(entries);
  }

  /** Our answer to a vector that we answer otherwise. */
  Optional<Json> valueOf(Vector vector) {
    return Optional.ofNullable(entries.get(vector.name()))
        .map(entry -> entry.entry().get("value").orElseGet(() -> changed(vector, entry.entry())));
  }

  private static Json changed(Vector vector, JsonObject entry) {
    JsonObject.Builder value = ((JsonObject) vector.expected()).toBuilder();
    entry.object("changes").orElseThrow().members().forEach(value::put);
    JsonObject changed = value.build();
    if (changed.string("messages").filter("unchanged"::equals).isEmpty()) {
      return changed;
    }
    JsonObject request =
        (JsonObject) VectorFolder.parse(vector.input().string("request_json").orElseThrow());
    return changed.with("messages", request.get("messages").orElseThrow());
  }
}
