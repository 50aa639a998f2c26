package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What was decided in a session, for its figures alone: nothing is replayed from it.
 *
 * @param bodies what leaving a body out takes from a request, by call id
 * @param changes of what goes out, the oldest first
 * @param forgotten how many older changes are no longer here
 */
public record DecisionLog(Map<String, Body> bodies, List<Change> changes, long forgotten) {

  /** Nothing was decided. */
  public static final DecisionLog NONE = new DecisionLog(Map.of(), List.of(), 0);

  private static final int MAX_BODIES = 1_000;
  private static final int MAX_CHANGES = 256;

  public DecisionLog {
    bodies = Map.copyOf(bodies);
    changes = List.copyOf(changes);
  }

  /**
   * One body.
   *
   * @param bytes of the body less those of the marker
   * @param tokens the same in o200k tokens, where they were counted
   */
  public record Body(long bytes, OptionalLong tokens) {}

  /**
   * One change of what goes out: everything behind the first of these bodies is new to the cache.
   *
   * @param ids the call ids of the bodies that come or go
   * @param behindBytes UTF-8 bytes behind the first of them
   * @param behindTokens about how many tokens those have, where that was known
   * @param cold whether the cache had expired, so that nothing was lost
   * @param requests how many requests of the session were known when it was made: changes at the
   *     same count went out together; nothing when it was made for a request that waited
   */
  public record Change(
      List<String> ids,
      long behindBytes,
      OptionalLong behindTokens,
      boolean cold,
      OptionalLong requests) {
    public Change {
      ids = List.copyOf(ids);
    }

    /** The same change, made when so many requests were known. */
    public Change at(OptionalLong count) {
      return new Change(ids, behindBytes, behindTokens, cold, count);
    }
  }

  /** With another change, and the bodies that it is about. */
  public DecisionLog with(Map<String, Body> named, Change change) {
    List<Change> next = new ArrayList<>(changes);
    next.add(change);
    int over = Math.max(0, next.size() - MAX_CHANGES);
    return new DecisionLog(
        knowing(named).bodies(), next.subList(over, next.size()), forgotten + over);
  }

  /** With the sizes of more bodies; a size in tokens that is known stays. */
  public DecisionLog knowing(Map<String, Body> named) {
    Map<String, Body> all = new TreeMap<>(bodies);
    named.forEach(
        (id, body) -> {
          boolean known = all.containsKey(id) && all.get(id).tokens().isPresent();
          if (!known && (all.containsKey(id) || all.size() < MAX_BODIES)) {
            all.put(id, body);
          }
        });
    return new DecisionLog(all, changes, forgotten);
  }

  /** Tokens per byte as they were last counted in this session; 0 when they never were. */
  public double tokensPerByte() {
    double ratio = 0;
    for (Change change : changes) {
      if (change.behindTokens().isPresent() && change.behindBytes() > 0) {
        ratio = (double) change.behindTokens().getAsLong() / change.behindBytes();
      }
    }
    return ratio;
  }

  JsonObject toJson() {
    JsonObject.Builder sizes = JsonObject.builder();
    new TreeMap<>(bodies)
        .forEach(
            (id, body) -> {
              JsonObject.Builder size = JsonObject.builder().put("bytes", body.bytes());
              body.tokens().ifPresent(tokens -> size.put("tokens", tokens));
              sizes.put(id, size.build());
            });
    return JsonObject.builder()
        .put("bodies", sizes.build())
        .put(
            "changes",
            new JsonArray(new ArrayList<Json>(changes.stream().map(DecisionLog::json).toList())))
        .put("forgotten", forgotten)
        .build();
  }

  private static JsonObject json(Change change) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put(
                "ids",
                new JsonArray(new ArrayList<Json>(change.ids().stream().map(Json::of).toList())))
            .put("behindBytes", change.behindBytes());
    change.behindTokens().ifPresent(tokens -> json.put("behindTokens", tokens));
    change.requests().ifPresent(requests -> json.put("requests", requests));
    return json.put("cold", change.cold()).build();
  }

  static DecisionLog of(Fields fields) throws ProtocolException {
    Map<String, Body> bodies = new HashMap<>();
    Fields sizes = fields.object("bodies");
    for (String id : sizes.raw().members().keySet()) {
      Fields size = sizes.object(id);
      bodies.put(id, new Body(size.whole("bytes", Long.MIN_VALUE), whole(size, "tokens")));
    }
    List<Change> changes = new ArrayList<>();
    for (Fields change : fields.objects("changes", MAX_CHANGES)) {
      changes.add(
          new Change(
              change.texts("ids", MAX_BODIES),
              change.whole("behindBytes", 0),
              whole(change, "behindTokens"),
              change.any("cold").filter(JsonBool.TRUE::equals).isPresent(),
              whole(change, "requests")));
    }
    return new DecisionLog(bodies, changes, fields.whole("forgotten", 0));
  }

  private static OptionalLong whole(Fields fields, String name) throws ProtocolException {
    Optional<Long> number = fields.optionalWhole(name);
    return number.isPresent() ? OptionalLong.of(number.get()) : OptionalLong.empty();
  }
}
