package dev.jevprune.core.conformance;

import dev.jevprune.core.gate.Budget;
import dev.jevprune.core.gate.Choice;
import dev.jevprune.core.gate.Episode;
import dev.jevprune.core.gate.Gate;
import dev.jevprune.core.gate.GateOutcome;
import dev.jevprune.core.gate.ScriptedHost;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every case of the older kit's gate and budget; there is none in which we differ. */
class GateConformanceTest {

  @TestFactory
  Stream<DynamicTest> answersAsTheKitDoes() {
    return VectorFolder.tests(
        "gate.jsonl", vector -> vector.op().equals("budget") ? budget(vector) : steps(vector));
  }

  private static JsonObject budget(Vector vector) {
    Optional<Budget> budget = vector.input().object("budget").flatMap(Budget::parse);
    return JsonObject.builder().put("fits", budget.filter(Budget::fits).isPresent()).build();
  }

  private static JsonObject steps(Vector vector) {
    ScriptedHost host = new ScriptedHost(vector.input().object("host").orElseThrow());
    Gate<String> gate = new Gate<>(host);
    List<Json> answers = new ArrayList<>();
    for (Json step : vector.input().array("steps").orElseThrow()) {
      JsonObject object = (JsonObject) step;
      Optional<JsonObject> change = object.object("host");
      if (change.isPresent()) {
        host.set(change.get());
        continue;
      }
      JsonObject.Builder answer = JsonObject.builder();
      try {
        take(gate, object, answer);
      } catch (ScriptedHost.Scripted e) {
        answer.put("propagated", "RuntimeError");
      }
      answer.put(
          "episode", gate.episode().<Json>map(GateConformanceTest::write).orElse(JsonNull.NULL));
      answers.add(answer.put("host_calls", host.takeCalls()).build());
    }
    return JsonObject.builder().put("steps", new JsonArray(answers)).build();
  }

  private static void take(Gate<String> gate, JsonObject step, JsonObject.Builder answer) {
    String id = step.string("id").orElse("");
    switch (step.string("do").orElseThrow()) {
      case "begin" ->
          answer.put("returned", write(gate.begin(id, step.string("trigger").orElse("automatic"))));
      case "choose" -> put(answer, gate.choose(id, step.string("choice").flatMap(Choice::parse)));
      case "manual_prune" -> put(answer, gate.manualPrune());
      case "manual_compact" -> put(answer, gate.manualCompact());
      default -> throw new AssertionError("A step this test does not know: " + step);
    }
  }

  private static void put(JsonObject.Builder answer, GateOutcome outcome) {
    answer.put(outcome == GateOutcome.REFUSED ? "error" : "outcome", outcome.wireName());
  }

  private static JsonObject write(Episode episode) {
    return JsonObject.builder()
        .put("id", episode.id())
        .put("revision", episode.revision())
        .put("trigger", episode.trigger())
        .put("prune_attempted", episode.pruneAttempted())
        .put("closed", episode instanceof Episode.Closed)
        .build();
  }
}
