package dev.jevprune.core.testing;

import dev.jevprune.core.Digest;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.snapshot.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a shim and a worker see of a Pi list: the ids of reads that have something in common with
 * another, and the list with nothing in it but those.
 */
public final class SparseList {

  private final Map<String, Integer> callsOfId = new HashMap<>();
  private final Map<String, Integer> resultsOfId = new HashMap<>();
  private final Map<String, JsonObject> callOfId = new HashMap<>();

  private SparseList(JsonArray messages) {
    for (Json message : messages) {
      for (JsonObject call : calls(message)) {
        String id = call.string("id").orElseThrow();
        callsOfId.merge(id, 1, Integer::sum);
        callOfId.put(id, call);
      }
      resultId(message).ifPresent(id -> resultsOfId.merge(id, 1, Integer::sum));
    }
  }

  /** The ids of all reads that share arguments and text with another read. */
  public static Set<String> need(JsonArray messages) {
    SparseList list = new SparseList(messages);
    Map<String, List<String>> groups = new HashMap<>();
    for (Json message : messages) {
      Optional<String> id = resultId(message).filter(list::isUniqueRead);
      if (id.isPresent()) {
        groups
            .computeIfAbsent(
                list.fingerprint(id.get(), (JsonObject) message), g -> new ArrayList<>())
            .add(id.get());
      }
    }
    Set<String> need = new HashSet<>();
    groups.values().stream().filter(group -> group.size() > 1).forEach(need::addAll);
    return need;
  }

  /**
   * The list in which only the calls and results of {@code ids} and the last user message stand.
   */
  public static JsonArray of(JsonArray messages, Set<String> ids) {
    List<Json> sparse = new ArrayList<>();
    int lastUser = -1;
    for (int i = 0; i < messages.size(); i++) {
      if (isRole(messages.get(i), "user")) {
        lastUser = i;
      }
    }
    for (int i = 0; i < messages.size(); i++) {
      Json message = messages.get(i);
      List<Json> calls = new ArrayList<>();
      for (JsonObject call : calls(message)) {
        if (ids.contains(call.string("id").orElseThrow())) {
          calls.add(call);
        }
      }
      if (!calls.isEmpty()) {
        sparse.add(
            JsonObject.builder()
                .put("role", "assistant")
                .put("content", new JsonArray(calls))
                .build());
      } else if (i == lastUser || resultId(message).filter(ids::contains).isPresent()) {
        sparse.add(message);
      } else {
        sparse.add(JsonObject.EMPTY);
      }
    }
    return new JsonArray(sparse);
  }

  private boolean isUniqueRead(String id) {
    return callsOfId.getOrDefault(id, 0) == 1
        && resultsOfId.getOrDefault(id, 0) == 1
        && Item.isReadTool(call(id).string("name").orElse(""));
  }

  private JsonObject call(String id) {
    return callOfId.getOrDefault(id, JsonObject.EMPTY);
  }

  private String fingerprint(String id, JsonObject result) {
    try {
      String arguments = JsonText.writeAsScript(call(id).get("arguments").orElseThrow());
      String content = JsonText.writeAsScript(texts(result.get("content").orElseThrow()));
      return Digest.ofUtf8(arguments + "\n" + content).map(Digest::hex).orElse(id);
    } catch (JsonException e) {
      return id;
    }
  }

  /** A bare text as it is, parts as the list of their texts. */
  private static Json texts(Json content) {
    if (!(content instanceof JsonArray parts)) {
      return content;
    }
    List<Json> texts = new ArrayList<>();
    parts.forEach(part -> texts.add(((JsonObject) part).get("text").orElse(part)));
    return new JsonArray(texts);
  }

  private static List<JsonObject> calls(Json message) {
    List<JsonObject> calls = new ArrayList<>();
    if (isRole(message, "assistant")) {
      for (Json part : ((JsonObject) message).array("content").orElse(JsonArray.EMPTY)) {
        if (part instanceof JsonObject call
            && call.string("type").filter("toolCall"::equals).isPresent()
            && call.string("id").isPresent()) {
          calls.add(call);
        }
      }
    }
    return calls;
  }

  private static Optional<String> resultId(Json message) {
    return isRole(message, "toolResult")
        ? ((JsonObject) message).string("toolCallId")
        : Optional.empty();
  }

  private static boolean isRole(Json message, String role) {
    return message instanceof JsonObject object
        && object.string("role").filter(role::equals).isPresent();
  }
}
