package dev.jevprune.adapters.worker;

import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.projection.Marker;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outline of a whole Pi list that is at hand, as the shim makes it of the list in its host: for
 * approving from the command line.
 */
public final class ListOutline {
  private static final int MAX_GOAL_BYTES = 8_000;

  private record Place(int index, JsonObject message) {}

  private final JsonArray messages;
  private final Snapshot snapshot;
  private final int lastSigned;
  private final long[] behind;
  private final Map<String, List<JsonObject>> calls = new HashMap<>();
  private final Map<String, List<Place>> results = new HashMap<>();
  private final List<Place> reads = new ArrayList<>();

  /**
   * The outline of {@code messages}.
   *
   * @param lastSigned index of the last signed block, -1 when there is none
   */
  public ListOutline(SessionId session, JsonArray messages, int lastSigned) {
    this.messages = messages;
    this.snapshot = Snapshot.of(Format.PI, session, messages);
    this.lastSigned = lastSigned;
    this.behind = new long[messages.size()];
    for (int i = messages.size() - 2; i >= 0; i--) {
      behind[i] = behind[i + 1] + textBytes(messages.get(i + 1));
    }
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof JsonObject message) {
        collect(message, i);
      }
    }
  }

  private void collect(JsonObject message, int index) {
    String role = message.string("role").orElse("");
    if (role.equals("toolResult")) {
      message
          .string("toolCallId")
          .ifPresent(
              id ->
                  results
                      .computeIfAbsent(id, key -> new ArrayList<>())
                      .add(new Place(index, message)));
    } else if (role.equals("assistant")) {
      for (Json element : message.array("content").orElse(JsonArray.EMPTY)) {
        if (element instanceof JsonObject block
            && block.string("type").filter("toolCall"::equals).isPresent()
            && block.string("id").isPresent()) {
          calls.computeIfAbsent(block.string("id").get(), key -> new ArrayList<>()).add(block);
          if (block.string("name").filter(Item::isReadTool).isPresent()) {
            reads.add(new Place(index, block));
          }
        }
      }
    }
  }

  /** The request's member {@code outline}. */
  public JsonObject toJson() {
    List<Json> list = new ArrayList<>();
    reads.forEach(read -> list.add(call(read)));
    long goalBytes = Utf8.length(snapshot.goal());
    return JsonObject.builder()
        .put("messages", messages.size())
        .put("lastUser", snapshot.lastUserIndex())
        .put("lastSigned", lastSigned)
        .put("goal", goalBytes <= MAX_GOAL_BYTES ? snapshot.goal() : "")
        .put("goalBytes", goalBytes)
        .put("calls", new JsonArray(list))
        .build();
  }

  /** The request's member {@code bodies}: the raw records of those ids. */
  public JsonArray bodies(JsonArray ids) {
    List<Json> bodies = new ArrayList<>();
    for (Json element : ids) {
      if (element instanceof JsonString id
          && calls.containsKey(id.value())
          && results.containsKey(id.value())) {
        bodies.add(
            JsonObject.builder()
                .put("id", id)
                .put("call", calls.get(id.value()).get(0))
                .put("result", results.get(id.value()).get(0).message())
                .build());
      }
    }
    return new JsonArray(bodies);
  }

  private JsonObject call(Place read) {
    JsonObject block = read.message();
    String id = block.string("id").orElseThrow();
    List<Place> answers = results.getOrDefault(id, List.of());
    Optional<Place> result = answers.stream().findFirst();
    Optional<Item> item = CallId.parse(id).flatMap(snapshot::item);
    Json arguments = block.get("arguments").orElse(JsonNull.NULL);
    String args = item.isPresent() ? BodyCheck.argumentDigest(arguments) : "";
    String text = item.map(found -> BodyCheck.textDigest(found.texts())).orElse("");
    boolean good = !args.isEmpty() && !text.isEmpty();
    int at = result.map(Place::index).orElse(-1);
    return JsonObject.builder()
        .put("id", id)
        .put("calls", calls.getOrDefault(id, List.of()).size())
        .put("results", answers.size())
        .put("call", read.index())
        .put("at", at)
        .put("tool", block.string("name").orElse(""))
        .put("path", Item.pathIn(arguments).orElse(""))
        .put("offset", whole(arguments, "offset"))
        .put("limit", whole(arguments, "limit"))
        .put(
            "ok",
            result
                .flatMap(r -> r.message().get("isError"))
                .filter(JsonBool.FALSE::equals)
                .isPresent())
        .put("shape", item.map(found -> found.shape().wireName()).orElse("other"))
        .put("bytes", item.map(Item::bodyBytes).orElse(0))
        .put("args", good ? args : "")
        .put("text", good ? text : "")
        .put("wellFormed", good || item.isEmpty())
        .put("pruned", item.filter(ListOutline::isMarked).isPresent())
        .put(
            "notice",
            item.flatMap(Item::ineligible).filter(GateReason.HOST_SUFFIX::equals).isPresent())
        .put("after", behind[at < 0 ? read.index() : at])
        .build();
  }

  private static boolean isMarked(Item item) {
    return item.texts().size() == 1 && Marker.isOurs(item.texts().get(0));
  }

  private static Json whole(Json arguments, String name) {
    return arguments instanceof JsonObject object
            && object.get(name).orElse(JsonNull.NULL) instanceof JsonNumber number
            && number.longValue().isPresent()
        ? number
        : JsonNull.NULL;
  }

  private static long textBytes(Json element) {
    if (!(element instanceof JsonObject message)) {
      return 0;
    }
    Json content = message.get("content").orElse(JsonNull.NULL);
    if (content instanceof JsonString text) {
      return Utf8.length(text.value());
    }
    long bytes = 0;
    if (content instanceof JsonArray parts) {
      for (Json part : parts) {
        bytes += part instanceof JsonObject o ? o.string("text").map(Utf8::length).orElse(0) : 0;
      }
    }
    return bytes;
  }
}
