package dev.jevprune.bus.chain;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.Vectors;
import dev.jevprune.bus.Vectors.Vector;
import dev.jevprune.bus.registry.Registry;
import dev.jevprune.bus.registry.StageEntry;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Chains of scripted stages, held against the older kit's vectors. We differ where a stage of the
 * script changes more than it claims: the kit takes any list over.
 */
class ChainConformanceTest {

  private static final long KIT_BUDGET_MILLIS = 20_000;
  private static final Set<String> WORDED =
      Set.of("passthrough", "skipped", "chain-refused", "disabled");

  @Tag("W34")
  @TestFactory
  Stream<DynamicTest> answersAsTheKitDoesWithinTheClaims() {
    return Vectors.tests(
        "bus_chain.jsonl", vector -> new Script(vector).play(), ChainConformanceTest::wordless);
  }

  /** One scripted run on a fake clock. */
  private static final class Script {
    private final JsonObject input;
    private final List<Json> requests = new ArrayList<>();
    private long now;

    Script(Vector vector) {
      this.input = vector.input();
    }

    JsonObject play() {
      Optional<Op> op = Op.parse(input.string("op").orElse("transform"));
      if (op.isEmpty()) {
        return JsonObject.builder().put("error", "bus-op").put("requests", JsonArray.EMPTY).build();
      }
      ChainRequest request =
          new ChainRequest(
              op.get(),
              input.string("host").orElseThrow(),
              input.string("api").orElse(""),
              input.string("session").orElse(""),
              input.string("workspace").orElse(""),
              input.string("goal").orElse(""),
              input.bool("accepts_system_append").orElse(true),
              Format.PI,
              input.array("messages").orElseThrow());
      ChainRunner runner = new ChainRunner(this::stage, new StageMemory(), () -> now);
      ChainResult result;
      try {
        Registry registry = Registry.parse(input.object("registry").orElseThrow());
        result =
            runner.run(
                registry,
                stage -> true,
                request,
                input.integer("chain_timeout_ms").orElse((int) KIT_BUDGET_MILLIS));
      } catch (BusException | InterruptedException e) {
        throw new AssertionError(e);
      }
      return JsonObject.builder()
          .put("messages", result.messages())
          .put("notes", new JsonArray(List.copyOf(result.notes())))
          .put(
              "system_appends",
              new JsonArray(result.systemAppends().stream().<Json>map(Json::of).toList()))
          .put("requests", new JsonArray(requests))
          .build();
    }

    private Stage stage(StageEntry entry) {
      return (request, budget) -> {
        requests.add(
            request
                .with("stage", Json.of(entry.name()))
                .with("budget_ms", Json.of(budget))
                .with(
                    "keys",
                    new JsonArray(
                        new TreeSet<>(request.members().keySet())
                            .stream().<Json>map(Json::of).toList())));
        JsonObject script =
            input.object("behaviour").orElseThrow().object(entry.name()).orElse(JsonObject.EMPTY);
        now += TimeUnit.MILLISECONDS.toNanos(script.integer("elapsed_ms").orElse(0));
        if (script.has("raise_bus")) {
          throw new StageException(script.string("raise_bus").orElseThrow());
        }
        if (script.has("raise_other")) {
          throw new IllegalStateException("scripted");
        }
        return script
            .get("response")
            .orElseGet(
                () ->
                    JsonObject.builder()
                        .put("ok", true)
                        .put("messages", request.get("messages").orElseThrow())
                        .build());
      };
    }
  }

  /** What the chain itself says in a note is each kit's own wording; what a stage says is not. */
  private static JsonObject wordless(JsonObject answer) {
    JsonObject.Builder plain = answer.toBuilder();
    answer.array("notes").ifPresent(notes -> plain.put("notes", wordless(notes)));
    answer
        .array("requests")
        .ifPresent(
            requests ->
                plain.put(
                    "requests",
                    new JsonArray(
                        requests.elements().stream()
                            .<Json>map(request -> wordless((JsonObject) request))
                            .toList())));
    return plain.build();
  }

  private static JsonArray wordless(JsonArray notes) {
    return new JsonArray(
        notes.elements().stream()
            .<Json>map(
                note -> {
                  JsonObject object = (JsonObject) note;
                  return object.string("action").filter(WORDED::contains).isPresent()
                      ? JsonObject.builder()
                          .put("stage", object.string("stage").orElse(""))
                          .put("action", object.string("action").orElse(""))
                          .build()
                      : object;
                })
            .toList());
  }
}
