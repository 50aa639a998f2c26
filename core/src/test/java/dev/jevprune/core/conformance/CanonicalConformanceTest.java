package dev.jevprune.core.conformance;

import dev.jevprune.core.Digest;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CanonicalConformanceTest {

  @TestFactory
  Stream<DynamicTest> readsAndWritesJson() {
    return VectorFolder.tests("canonical.jsonl", CanonicalConformanceTest::answer);
  }

  private static Json answer(Vector vector) {
    Json value;
    try {
      value = StrictJson.parse(bytes(vector.input()));
    } catch (JsonException e) {
      return Request.error("json");
    }
    try {
      String canonical = CanonicalJson.write(value);
      return JsonObject.builder()
          .put("canonical", canonical)
          .put("sha256", Digest.ofWellFormed(canonical).hex())
          .build();
    } catch (JsonException e) {
      return Request.error("internal");
    }
  }

  private static byte[] bytes(JsonObject input) {
    Optional<byte[]> text = input.string("json").map(json -> json.getBytes(StandardCharsets.UTF_8));
    return text.orElseGet(() -> Base64.getDecoder().decode(input.string("base64").orElseThrow()));
  }
}
