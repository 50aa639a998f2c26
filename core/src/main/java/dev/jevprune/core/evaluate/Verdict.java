package dev.jevprune.core.evaluate;

import dev.jevprune.core.Digest;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.snapshot.Item;

/**
 * What an evaluator said of a body. It is remembered by content, in whichever session that content
 * comes up again: the same question is not paid for twice, and a service whose answers waver by a
 * hundredth cannot turn a no into a yes by being asked often. The scores are kept, not the yes or
 * no, so that other thresholds need no new call.
 *
 * @param key names the content and the evaluator
 * @param scores what was answered
 */
public record Verdict(Digest key, Scores scores) {

  /**
   * The key under which a verdict on this read is remembered: a digest of tool and arguments, of
   * the texts, and of the evaluator.
   */
  public static Digest key(Item read, Evaluator evaluator) {
    JsonObject.Builder content =
        JsonObject.builder()
            .put("request", read.requestKey().hex())
            .put("shape", read.shape().wireName())
            .put("texts", new JsonArray(read.texts().stream().<Json>map(JsonString::new).toList()))
            .put("kind", evaluator.kind().wireName())
            .put("version", evaluator.version());
    evaluator.model().ifPresent(model -> content.put("model", model));
    try {
      return CanonicalJson.digest(content.build());
    } catch (JsonException e) {
      throw new AssertionError("The snapshot keeps no item without a canonical form.", e);
    }
  }
}
