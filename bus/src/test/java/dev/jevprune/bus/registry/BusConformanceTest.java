package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.Claim;
import dev.jevprune.bus.Vectors;
import dev.jevprune.bus.Vectors.Vector;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Claims, registry, ranks and order, held against the older kit's vectors. */
class BusConformanceTest {

  private static final Map<Kind, String> CODES =
      Map.ofEntries(
          Map.entry(Kind.REPEATED_MEMBER, "bus-duplicate-key"),
          Map.entry(Kind.SCHEMA, "bus-schema"),
          Map.entry(Kind.SHAPE, "bus-shape"),
          Map.entry(Kind.STAGE, "bus-stage-shape"),
          Map.entry(Kind.NAME, "bus-stage-name"),
          Map.entry(Kind.DUPLICATE_STAGE, "bus-duplicate-stage"),
          Map.entry(Kind.PRIORITY, "bus-priority"),
          Map.entry(Kind.NO_CLAIM, "bus-no-claim"),
          Map.entry(Kind.UNKNOWN_CLAIM, "bus-unknown-claim"),
          Map.entry(Kind.DUPLICATE_CLAIM, "bus-duplicate-claim"),
          Map.entry(Kind.TRANSPORT, "bus-transport"),
          Map.entry(Kind.ARGV, "bus-argv"),
          Map.entry(Kind.HOST, "bus-host"),
          Map.entry(Kind.RANK, "bus-rank"),
          Map.entry(Kind.CARRIER, "bus-host-carrier"),
          Map.entry(Kind.CONFLICT, "bus-conflict"),
          Map.entry(Kind.TOO_BIG, "size"),
          Map.entry(Kind.LOCKED, "lock-held"));

  @TempDir Path temp;

  @Tag("W34")
  @TestFactory
  Stream<DynamicTest> answersAsTheKitDoes() {
    return Vectors.tests(
        "bus.jsonl",
        vector -> vector.op().equals("claims") ? claims(vector) : registry(vector),
        BusConformanceTest::withoutUnplannedFailures);
  }

  private static JsonObject claims(Vector vector) {
    Optional<JsonArray> pair = vector.input().array("overlap");
    if (pair.isPresent()) {
      Optional<Claim> one = claim(pair.get().get(0));
      Optional<Claim> other = claim(pair.get().get(1));
      boolean overlap = one.isPresent() && other.isPresent() && one.get().overlaps(other.get());
      return JsonObject.builder().put("overlap", overlap).build();
    }
    try {
      Set<Claim> claims = Claim.parseAll(vector.input().get("validate"), "a");
      return JsonObject.builder()
          .put(
              "claims",
              new JsonArray(
                  claims.stream().sorted().<Json>map(claim -> Json.of(claim.wireName())).toList()))
          .build();
    } catch (BusException e) {
      return failure(e);
    }
  }

  private static Optional<Claim> claim(Json name) {
    return Claim.parse(((JsonString) name).value());
  }

  private JsonObject registry(Vector vector) {
    try {
      BusHome home = new BusHome(Files.createTempDirectory(temp, "bus"));
      RegistryStore store = new RegistryStore(home, Clock.systemUTC(), new Patience(2, 1));
      List<Json> answers = new ArrayList<>();
      for (Json step : vector.input().array("steps").orElseThrow()) {
        JsonObject answer = take(home, store, (JsonObject) step);
        answers.add(isUnplanned(vector, answers.size()) ? unplanned(answer) : answer);
      }
      return JsonObject.builder()
          .put("steps", new JsonArray(answers))
          .put("file_text", text(home.registry()))
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Json text(Path file) throws IOException {
    return Files.exists(file) ? Json.of(Files.readString(file)) : JsonNull.NULL;
  }

  private static JsonObject take(BusHome home, RegistryStore store, JsonObject step)
      throws IOException {
    JsonObject.Builder answer = JsonObject.builder();
    try {
      switch (step.string("do").orElseThrow()) {
        case "put" -> {
          Files.createDirectories(home.versionFolder());
          Files.writeString(
              home.registry(),
              step.string("text")
                  .orElseGet(
                      () ->
                          step.string("repeat")
                              .orElseThrow()
                              .repeat(step.integer("times").orElseThrow())));
          answer.put("written", true);
        }
        case "lock" -> {
          Files.createDirectories(home.versionFolder());
          Files.createFile(home.lock());
          answer.put("lock", "registry.lock");
        }
        case "load" -> answer.put("registry", store.load().toJson());
        case "stages" ->
            answer.put(
                "order",
                new JsonArray(
                    store.load().chain(step.string("host").orElseThrow()).stream()
                        .<Json>map(stage -> Json.of(stage.name()))
                        .toList()));
        case "carrier" ->
            answer.put(
                "carrier",
                store
                    .load()
                    .carrier(step.string("host").orElseThrow())
                    .<Json>map(carrier -> Json.of(carrier.packageName()))
                    .orElse(JsonNull.NULL));
        case "register" -> answer.put("report", write(store.register(wanted(step))));
        case "preview" -> answer.put("report", write(store.plan(wanted(step))));
        case "unregister" ->
            answer.put("report", write(store.unregister(step.string("package").orElseThrow())));
        default -> throw new AssertionError("A step this test does not know: " + step);
      }
      return answer.build();
    } catch (BusException e) {
      return failure(e);
    }
  }

  private static Registration wanted(JsonObject step) throws BusException {
    return Registration.parse(
        step.string("package").orElseThrow(),
        step.array("stages").orElseThrow(),
        step.object("carriers").orElse(JsonObject.EMPTY),
        step.bool("force_carrier").orElse(false));
  }

  private static JsonObject write(Registration.Report report) {
    return JsonObject.builder()
        .put("package", report.packageName())
        .put("carrier_of", texts(report.carrierOf()))
        .put("deferred_to", texts(report.deferredTo()))
        .put("took_over", texts(report.tookOver()))
        .put("stages", texts(report.stages()))
        .build();
  }

  private static JsonObject write(Registration.Removal removal) {
    return JsonObject.builder()
        .put("package", removal.packageName())
        .put("removed_stages", texts(removal.stages()))
        .put("released", texts(removal.released()))
        .build();
  }

  private static JsonArray texts(List<String> texts) {
    return new JsonArray(texts.stream().<Json>map(Json::of).toList());
  }

  private static JsonObject texts(Map<String, String> texts) {
    JsonObject.Builder object = JsonObject.builder();
    texts.forEach(object::put);
    return object.build();
  }

  private static JsonObject failure(BusException e) {
    return JsonObject.builder()
        .put("error", CODES.getOrDefault(e.kind(), String.valueOf(e.kind())))
        .build();
  }

  /** Where the kit failed in an unplanned way any failure will do. */
  private static boolean isUnplanned(Vector vector, int step) {
    return vector.expected().array("steps").orElseThrow().get(step) instanceof JsonObject expected
        && expected.has("internal");
  }

  private static JsonObject unplanned(JsonObject answer) {
    return JsonObject.builder()
        .put("error", JsonNull.NULL)
        .put("failed", answer.has("error"))
        .build();
  }

  /** The kit's exception types are its own. */
  private static JsonObject withoutUnplannedFailures(JsonObject answer) {
    Optional<JsonArray> steps = answer.array("steps");
    if (steps.isEmpty()) {
      return answer;
    }
    return answer.with(
        "steps",
        new JsonArray(
            steps.get().elements().stream()
                .<Json>map(
                    step ->
                        step instanceof JsonObject object && object.has("internal")
                            ? unplanned(object)
                            : step)
                .toList()));
  }
}
