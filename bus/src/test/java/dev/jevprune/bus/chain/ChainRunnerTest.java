package dev.jevprune.bus.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.Vectors;
import dev.jevprune.bus.registry.Registry;
import dev.jevprune.bus.registry.StageEntry;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ChainRunnerTest {

  private static final JsonArray LIST =
      (JsonArray)
          Vectors.parse(
              "[{\"role\":\"user\",\"content\":\"a\"},"
                  + "{\"role\":\"assistant\",\"content\":\"b\"},"
                  + "{\"role\":\"user\",\"content\":\"c\"}]");

  private final StageMemory memory = new StageMemory();
  private final Map<String, Stage> stages = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private Registry registry = Registry.EMPTY;

  @BeforeEach
  void twoStages() throws BusException {
    registry =
        Registry.parse(
            Vectors.parse(
                "{\"schema\":\"jev-bus.v1\",\"hosts\":{},\"stages\":["
                    + entry("first", "A", 100, "\"message-remove\",\"system-append\"")
                    + ","
                    + entry("second", "B", 200, "\"assistant-prose\"")
                    + "]}"));
  }

  private static String entry(String name, String packageName, int priority, String claims) {
    return "{\"name\":\""
        + name
        + "\",\"package\":\""
        + packageName
        + "\",\"priority\":"
        + priority
        + ",\"claims\":["
        + claims
        + "],\"transport\":{\"kind\":\"subprocess-json\",\"argv\":[\"x\"]}}";
  }

  private ChainResult run(String session) throws InterruptedException {
    ChainRequest request =
        new ChainRequest(Op.TRANSFORM, "pi", "", session, "/w", "c", false, Format.PI, LIST);
    return new ChainRunner(this::stage, memory, () -> 0).run(registry, s -> true, request, 1_000);
  }

  private Stage stage(StageEntry entry) {
    return (request, budget) -> {
      asked.add(entry.name());
      return stages.getOrDefault(entry.name(), ChainRunnerTest::echo).run(request, budget);
    };
  }

  private static Json echo(JsonObject request, long budget) {
    return reply(request.array("messages").orElseThrow());
  }

  private static JsonObject reply(JsonArray messages) {
    return JsonObject.builder().put("ok", true).put("messages", messages).build();
  }

  private static JsonArray without(JsonArray list, int index) {
    List<Json> kept = new ArrayList<>(list.elements());
    kept.remove(index);
    return new JsonArray(kept);
  }

  @Test
  void saysWhereEachMessageStood() throws Exception {
    stages.put("first", (request, budget) -> reply(without(LIST, 1)));
    ChainResult result = run("s");
    assertThat(result.messages()).isEqualTo(without(LIST, 1));
    assertThat(result.origins()).containsExactly(0, 2);
  }

  @Test
  void aStageThatDoesMoreThanItClaimsIsNotAskedAgain() throws Exception {
    stages.put("second", (request, budget) -> reply(without(LIST, 1)));
    ChainResult first = run("s");
    assertThat(first.messages()).isEqualTo(LIST);
    assertThat(first.disabled()).containsExactly("second");
    run("another session");
    assertThat(asked).containsExactly("first", "second", "first");
  }

  @Test
  void theListBeforeTheOffenderGoesOn() throws Exception {
    stages.put("first", (request, budget) -> reply(without(LIST, 1)));
    stages.put("second", (request, budget) -> reply(JsonArray.EMPTY));
    assertThat(run("s").messages()).isEqualTo(without(LIST, 1));
  }

  @Test
  void aStageThatWasLateOnceIsSkippedForTheRestOfTheSession() throws Exception {
    stages.put(
        "first",
        (request, budget) -> {
          throw StageException.late(budget);
        });
    run("s");
    run("s");
    run("other");
    assertThat(asked).containsExactly("first", "second", "second", "first", "second");
  }

  @Test
  void aStageThatFailsContributesNothingAndIsAskedAgain() throws Exception {
    stages.put(
        "first",
        (request, budget) -> {
          throw new StageException("x".repeat(300));
        });
    stages.put(
        "second",
        (request, budget) -> {
          throw new IllegalStateException("with the text of a conversation");
        });
    ChainResult result = run("s");
    assertThat(result.messages()).isEqualTo(LIST);
    assertThat(result.disabled()).isEmpty();
    assertThat(result.notes())
        .extracting(note -> note.string("detail").orElse(""))
        .containsExactly("x".repeat(200), "failed with IllegalStateException");
  }

  @Test
  void anAppendIsDroppedWhereTheCarrierTakesNone() throws Exception {
    stages.put("first", (request, budget) -> reply(LIST).with("system_append", Json.of("E")));
    ChainResult result = run("s");
    assertThat(result.systemAppends()).isEmpty();
    assertThat(result.disabled()).isEmpty();
  }

  @Test
  void anAppendWithoutTheClaimIsABreach() throws Exception {
    stages.put("second", (request, budget) -> reply(LIST).with("system_append", Json.of("E")));
    assertThat(run("s").disabled()).containsExactly("second");
  }

  @Tag("W3")
  @Test
  void aStageWithoutNotesCountsAsMuchAsOneWithNotes() throws Exception {
    stages.put("first", (request, budget) -> reply(without(LIST, 1)));
    ChainResult result = run("s");
    assertThat(result.notes()).isEmpty();
    assertThat(result.messages()).isEqualTo(without(LIST, 1));
  }

  @Test
  void aStageMaySayOnlySoMuch() throws Exception {
    JsonObject note = JsonObject.builder().put("action", "x").build();
    JsonObject huge = note.with("detail", Json.of("y".repeat(5_000)));
    List<Json> many = new ArrayList<>(Collections.nCopies(100, note));
    many.add(0, huge);
    stages.put("first", (request, budget) -> reply(LIST).with("notes", new JsonArray(many)));
    assertThat(run("s").notes()).hasSize(Notes.MAX_NOTES_OF_A_STAGE).doesNotContain(huge);
  }
}
