package dev.jevprune.core.conformance;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;

/**
 * One case of the older kit.
 *
 * @param name unique over all files
 * @param op the operation
 * @param input its arguments
 * @param expected the kit's answer
 * @param expectedDigest digest of that answer in canonical form
 */
record Vector(String name, String op, JsonObject input, Json expected, String expectedDigest) {

  static Vector parse(JsonObject line) {
    return new Vector(
        line.string("name").orElseThrow(),
        line.string("op").orElseThrow(),
        line.object("input").orElseThrow(),
        line.get("expected").orElseThrow(),
        line.string("expected_sha256").orElseThrow());
  }
}
