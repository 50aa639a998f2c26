package dev.jevprune.adapters.worker;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.projection.Marker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The outline of a Pi message list, made as a shim makes it. */
final class PiOutline {
  private static final List<String> READ_TOOLS = List.of("read", "read_file", "file_read");

  private record Place(int index, JsonObject record) {}

  private final JsonArray messages;
  private final long[] behind;
  private final Map<String, List<Place>> calls = new HashMap<>();
  private final Map<String, List<Place>> results = new HashMap<>();
  private final List<Place> reads = new ArrayList<>();

  private PiOutline(JsonArray messages) {
    this.messages = messages;
    this.behind = behind(messages);
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof JsonObject message) {
        collect(message, i);
      }
    }
  }

  static PiOutline of(JsonArray messages) {
    return new PiOutline(messages);
  }

  private void collect(JsonObject message, int index) {
    String role = message.string("role").orElse("");
    if (role.equals("toolResult")) {
      message.string("toolCallId").ifPresent(id -> at(results, id).add(new Place(index, message)));
    } else if (role.equals("assistant")) {
      for (Json element : message.array("content").orElse(JsonArray.EMPTY)) {
        if (element instanceof JsonObject block
            && block.string("type").orElse("").equals("toolCall")) {
          Optional<String> id = block.string("id");
          id.ifPresent(text -> at(calls, text).add(new Place(index, block)));
          if (id.isPresent() && READ_TOOLS.contains(block.string("name").orElse(""))) {
            reads.add(new Place(index, block));
          }
        }
      }
    }
  }

  private static List<Place> at(Map<String, List<Place>> places, String id) {
    return places.computeIfAbsent(id, key -> new ArrayList<>());
  }

  JsonObject outline() {
    List<Json> list = new ArrayList<>();
    reads.forEach(read -> list.add(call(read)));
    int lastUser = last("user");
    String goal = lastUser < 0 ? "" : goal((JsonObject) messages.get(lastUser));
    return JsonObject.builder()
        .put("messages", messages.size())
        .put("lastUser", lastUser)
        .put("lastSigned", lastSigned())
        .put("goal", Utf8.length(goal) <= 8000 ? goal : "")
        .put("goalBytes", Utf8.length(goal))
        .put("calls", new JsonArray(list))
        .build();
  }

  /** The text parts, also beside an image. */
  private static String goal(JsonObject message) {
    List<String> texts = new ArrayList<>(message.string("content").stream().toList());
    for (Json part : message.array("content").orElse(JsonArray.EMPTY)) {
      if (part instanceof JsonObject object && object.string("type").orElse("").equals("text")) {
        object.string("text").ifPresent(texts::add);
      }
    }
    return String.join("\n", texts);
  }

  private int last(String role) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof JsonObject message
          && message.string("role").orElse("").equals(role)) {
        return i;
      }
    }
    return -1;
  }

  private int lastSigned() {
    int last = -1;
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof JsonObject message) {
        for (Json block : message.array("content").orElse(JsonArray.EMPTY)) {
          if (block instanceof JsonObject thinking && thinking.has("thinkingSignature")) {
            last = i;
          }
        }
      }
    }
    return last;
  }

  private JsonObject call(Place read) {
    String id = read.record().string("id").orElse("");
    Optional<Place> result = results.getOrDefault(id, List.of()).stream().findFirst();
    Json content = result.flatMap(place -> place.record().get("content")).orElse(JsonNull.NULL);
    List<String> texts = textsOf(content);
    String shape =
        content instanceof JsonString
            ? "text"
            : texts.isEmpty() ? "other" : "parts:" + texts.size();
    Json arguments = read.record().get("arguments").orElse(JsonNull.NULL);
    boolean wellFormed =
        texts.stream().allMatch(Utf8::isWellFormed) && CanonicalJson.isWritable(arguments);
    return JsonObject.builder()
        .put("id", id)
        .put("calls", calls.getOrDefault(id, List.of()).size())
        .put("results", results.getOrDefault(id, List.of()).size())
        .put("call", read.index())
        .put("at", result.map(Place::index).orElse(-1))
        .put("tool", read.record().string("name").orElse(""))
        .put("path", member(arguments, "path"))
        .put("offset", member(arguments, "offset"))
        .put("limit", member(arguments, "limit"))
        .put(
            "ok",
            result
                .flatMap(place -> place.record().get("isError"))
                .filter(JsonBool.FALSE::equals)
                .isPresent())
        .put("shape", shape)
        .put("bytes", texts.stream().mapToLong(Utf8::length).sum())
        .put("args", wellFormed ? BodyCheck.argumentDigest(arguments) : "")
        .put("text", wellFormed && !texts.isEmpty() ? BodyCheck.textDigest(texts) : "")
        .put("wellFormed", wellFormed)
        .put("pruned", texts.size() == 1 && Marker.isOurs(texts.get(0)))
        .put("notice", result.filter(place -> hasNotice(place.record(), texts)).isPresent())
        .put("after", behind(result.map(Place::index).orElse(read.index())))
        .build();
  }

  private static boolean hasNotice(JsonObject result, List<String> texts) {
    boolean truncated =
        result.object("details").flatMap(details -> details.object("truncation")).isPresent();
    String last = texts.isEmpty() ? "" : texts.get(texts.size() - 1);
    return truncated
        || last.matches("(?s).*\\[(Showing lines |\\d+ more lines in file\\.)[^\\[\\]\\n]*\\]");
  }

  private static Json member(Json arguments, String name) {
    return arguments instanceof JsonObject object
        ? object.get(name).orElse(JsonNull.NULL)
        : JsonNull.NULL;
  }

  private long behind(int index) {
    return behind[index];
  }

  private static long[] behind(JsonArray messages) {
    long[] behind = new long[messages.size()];
    for (int i = messages.size() - 2; i >= 0; i--) {
      long bytes = texts(messages.get(i + 1)).stream().mapToLong(Utf8::length).sum();
      behind[i] = behind[i + 1] + bytes;
    }
    return behind;
  }

  private static List<String> texts(Json message) {
    return message instanceof JsonObject object
        ? textsOf(object.get("content").orElse(JsonNull.NULL))
        : List.of();
  }

  private static List<String> textsOf(Json content) {
    if (content instanceof JsonString text) {
      return List.of(text.value());
    }
    List<String> texts = new ArrayList<>();
    if (content instanceof JsonArray parts) {
      for (Json part : parts) {
        if (!(part instanceof JsonObject object)
            || !object.string("type").orElse("").equals("text")
            || object.string("text").isEmpty()) {
          return List.of();
        }
        texts.add(object.string("text").get());
      }
    }
    return texts;
  }

  /** The raw records of those ids. */
  JsonArray bodies(JsonArray need) {
    List<Json> bodies = new ArrayList<>();
    for (Json id : need) {
      String text = ((JsonString) id).value();
      bodies.add(
          JsonObject.builder()
              .put("id", CallId.parse(text).orElseThrow().value())
              .put("call", at(calls, text).get(0).record())
              .put("result", at(results, text).get(0).record())
              .build());
    }
    return new JsonArray(bodies);
  }
}
