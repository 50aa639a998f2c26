package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.chain.ChainRequest;
import dev.jevprune.bus.chain.ChainResult;
import dev.jevprune.bus.chain.ChainRunner;
import dev.jevprune.bus.chain.Op;
import dev.jevprune.bus.chain.Stage;
import dev.jevprune.bus.chain.StageEnvironment;
import dev.jevprune.bus.chain.StageMemory;
import dev.jevprune.bus.chain.SubprocessStage;
import dev.jevprune.bus.registry.OwnPackage;
import dev.jevprune.bus.registry.Registry;
import dev.jevprune.bus.registry.RegistryStore;
import dev.jevprune.bus.registry.StageEntry;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.model.ModelGuard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Runs the chain of a host that we carry: our own stage in this process, the stages of other
 * packages in processes of their own. The reply says what is different, never the whole list.
 */
final class Chains {

  private static final String BOUND =
      "the model binds signed thinking to everything before it (prefix_bound_model)";

  private final Clock clock;
  private final LongSupplier nanos;
  private final Map<String, String> environment;
  private final StageMemory memory = new StageMemory();

  /**
   * @param environment ours, of which a stage gets what {@link StageEnvironment} lets through
   */
  Chains(Clock clock, LongSupplier nanos, Map<String, String> environment) {
    this.clock = clock;
    this.nanos = nanos;
    this.environment = StageEnvironment.of(environment);
  }

  JsonObject answer(Request.Chain request) throws IOException {
    ChainRequest chain = chain(request);
    OwnEdits own = new OwnEdits(request.messages(), request.own());
    // A change before signed thinking makes such a model's provider refuse the request, and nobody
    // knows what another package will change: there its stages are never asked, from the first
    // request on, so that nothing of theirs has to be taken back later.
    if (binds(request)) {
      ChainResult refused = ChainRunner.refused(chain, BOUND);
      return reply(request, own, refused, false);
    }
    ChainResult result;
    try {
      BusHome home = new BusHome(Path.of(request.busHome()));
      Registry registry = new RegistryStore(home, clock).load();
      result =
          new ChainRunner(entry -> stage(entry, own), memory, nanos)
              .run(
                  registry,
                  entry -> takesPart(entry, request.scope()),
                  chain,
                  request.budgetMillis());
    } catch (BusException e) {
      result = ChainRunner.refused(chain, e.text());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result = ChainRunner.refused(chain, "the worker is ending");
    }
    return reply(request, own, result, true);
  }

  /** The stages that are not asked until this process ends, since they broke their claims. */
  JsonArray disabled() {
    return new JsonArray(memory.disabled().stream().<Json>map(Json::of).toList());
  }

  private static boolean binds(Request.Chain request) {
    String api = request.model().map(Request.ModelName::api).orElse("");
    String id = request.model().map(Request.ModelName::id).orElse("");
    return ModelGuard.standard().judge(api, id).restrictsEdits();
  }

  /** Of our own stages only that of the profile that asks: another root has other sessions. */
  private static boolean takesPart(StageEntry entry, Scope scope) {
    return !entry.packageName().equals(OwnPackage.NAME)
        || entry.name().equals(OwnPackage.stageName(scope.host(), scope.profile()));
  }

  private Stage stage(StageEntry entry, OwnEdits own) {
    return entry.packageName().equals(OwnPackage.NAME)
        ? own
        : new SubprocessStage(entry.transport(), environment);
  }

  private static ChainRequest chain(Request.Chain request) {
    return new ChainRequest(
        request.plan() ? Op.PLAN : Op.TRANSFORM,
        request.scope().host(),
        request.api(),
        request.scope().session().value(),
        request.workspace(),
        request.goal(),
        false,
        request.format(),
        request.messages());
  }

  private static JsonObject reply(
      Request.Chain request, OwnEdits own, ChainResult result, boolean asked) {
    JsonObject.Builder reply = JsonObject.builder().put("asked", asked);
    JsonArray list = own.isDone() ? result.messages() : own.apply(result.messages());
    Optional<JsonArray> changed =
        request.plan() ? Optional.empty() : changes(request, list, result.origins());
    changed.ifPresent(messages -> reply.put("messages", messages));
    return reply
        .put("notes", new JsonArray(List.copyOf(result.notes())))
        .put("disabled", new JsonArray(result.disabled().stream().<Json>map(Json::of).toList()))
        .build();
  }

  /**
   * The list that goes out, against the one that the host holds after our replay: the index of a
   * message that stays as it is there, or the index with the message that takes its place. Absent
   * when nothing is different.
   */
  private static Optional<JsonArray> changes(
      Request.Chain request, JsonArray list, List<Integer> origins) {
    List<Json> held = new ArrayList<>(request.messages().elements());
    request.own().forEach(edit -> held.set(edit.index(), edit.message()));
    List<Json> next = new ArrayList<>(list.elements());
    restoreWithoutWitness(request, origins, next);
    if (next.equals(held)) {
      return Optional.empty();
    }
    List<Json> changes = new ArrayList<>(next.size());
    for (int i = 0; i < next.size(); i++) {
      int origin = origins.get(i);
      changes.add(
          next.get(i).equals(held.get(origin))
              ? Json.of(origin)
              : JsonObject.builder().put("index", origin).put("message", next.get(i)).build());
    }
    return Optional.of(new JsonArray(changes));
  }

  /** A stage behind ours may have taken the copy away that one of our markers names. */
  private static void restoreWithoutWitness(
      Request.Chain request, List<Integer> origins, List<Json> next) {
    for (Request.OwnEdit edit : request.own()) {
      int source = origins.indexOf(edit.index());
      if (source < 0 || edit.witness().isEmpty() || !next.get(source).equals(edit.message())) {
        continue;
      }
      int witness = origins.indexOf(edit.witness().getAsInt());
      Json copy = request.messages().get(edit.witness().getAsInt());
      if (witness < 0 || !next.get(witness).equals(copy)) {
        next.set(source, request.messages().get(edit.index()));
      }
    }
  }
}
