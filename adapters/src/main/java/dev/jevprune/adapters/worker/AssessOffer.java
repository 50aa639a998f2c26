package dev.jevprune.adapters.worker;

import dev.jevprune.core.Digest;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;

/**
 * What would be asked, for the user to agree to. The agreement is to these bytes: it names their
 * digest.
 *
 * @param assessment what would be asked
 * @param plan digest of the request and of where it goes
 * @param destination where the request goes
 * @param bytes how long it is, 0 when nothing is sent
 */
record AssessOffer(AssessmentPlan assessment, Digest plan, String destination, int bytes) {

  static final String CHANGED =
      "What would be sent changed since it was listed; nothing was sent. Type /prune assess again.";

  static final String KEY_STAYS =
      " The key in the host's own environment is not handed to another process.";

  static AssessOffer of(AssessmentPlan assessment, String destination) {
    String text = assessment.request().isEmpty() ? "" : assessment.request().text();
    return new AssessOffer(
        assessment, Digest.ofWellFormed(destination + "\n" + text), destination, Utf8.length(text));
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put("plan", plan.hex())
        .put("asked", assessment.asked().size())
        .put("pairs", pairs())
        .put("bytes", bytes)
        .put("to", destination)
        .put("model", assessment.rules().model())
        .put("remembered", assessment.remembered().size())
        .put("refusedBefore", assessment.refusedBefore())
        .put("tooLong", assessment.tooLong())
        .put("waiting", assessment.waiting())
        .put("text", new AssessText(assessment).offer(destination, bytes))
        .build();
  }

  private JsonArray pairs() {
    return new JsonArray(
        assessment.asked().stream()
            .<Json>map(
                pair ->
                    JsonObject.builder()
                        .put("source", pair.source().id().value())
                        .put("witness", pair.witness().id().value())
                        .put("tool", pair.source().tool())
                        .put("path", pair.source().path().orElse(""))
                        .put("bytes", pair.source().bodyBytes())
                        .build())
            .toList());
  }
}
