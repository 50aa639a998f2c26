package dev.jevprune.core.conformance;

import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.evaluate.EvaluatorReply;
import dev.jevprune.core.evaluate.EvaluatorRequest;
import dev.jevprune.core.evaluate.ReplyException;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.evaluate.VerdictMemory;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.KitReceipts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** An assessment of the older kit, answered by our rules in the kit's words. */
final class Assessing {

  private final Snapshot snapshot;
  private final Json receipts;

  Assessing(Snapshot snapshot, Json receipts) {
    this.snapshot = snapshot;
    this.receipts = receipts;
  }

  /** An evaluator that answers from a script: by the full key, then by the key's ending. */
  static Function<EvaluatorRequest, String> scripted(JsonObject script) {
    return request -> {
      JsonObject.Builder answers = JsonObject.builder();
      for (String key : request.questions()) {
        Json value =
            script
                .get(key)
                .or(() -> script.get(key.substring(key.indexOf('_') + 1)))
                .orElseThrow(() -> new AssertionError("no answer for " + key));
        answers.put(key, JsonObject.builder().put("type", "noul").put("noul", value).build());
      }
      return VectorFolder.canonical(
          JsonObject.builder()
              .put("model", request.model())
              .put("answers", answers.build())
              .build());
    };
  }

  JsonObject selected() {
    try {
      List<Json> pairs = new ArrayList<>();
      for (Pair pair : plan().asked()) {
        pairs.add(
            JsonArray.of(
                Json.of(pair.source().id().value()), Json.of(pair.witness().id().value())));
      }
      return JsonObject.builder().put("selected", new JsonArray(pairs)).build();
    } catch (ReceiptException e) {
      return Request.error(e.kind().code());
    }
  }

  /** The result, or the error and how often the evaluator was asked. */
  JsonObject result(Function<EvaluatorRequest, String> evaluator, String revision) {
    int calls = 0;
    try {
      AssessmentPlan plan = plan();
      Assessed assessed;
      if (plan.request().isEmpty()) {
        assessed = plan.withoutAsking();
      } else {
        calls++;
        byte[] reply = evaluator.apply(plan.request()).getBytes(StandardCharsets.UTF_8);
        assessed =
            plan.judge(
                EvaluatorReply.parse(reply, plan.request().questions(), plan.rules().model()));
      }
      return JsonObject.builder()
          .put(
              "result",
              JsonObject.builder()
                  .put("revision", revision)
                  .put("receipts", KitReceipts.of(assessed.receipts()))
                  .put("considered", plan.asked().size())
                  .put("added", assessed.added())
                  .put("model", plan.rules().model())
                  .build())
          .put("evaluator_calls", calls)
          .build();
    } catch (ReceiptException e) {
      return Request.error(e.kind().code()).with("evaluator_calls", Json.of(calls));
    } catch (ReplyException e) {
      return Request.error(e.kind().code()).with("evaluator_calls", Json.of(calls));
    }
  }

  private AssessmentPlan plan() throws ReceiptException {
    return AssessmentPlan.of(
        snapshot,
        ReceiptCodec.read(receipts),
        SelectionPolicy.STANDARD,
        NewEditFloor.NONE,
        Rules.TYPESAFE,
        VerdictMemory.NONE);
  }
}
