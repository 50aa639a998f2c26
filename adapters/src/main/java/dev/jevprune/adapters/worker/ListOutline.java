package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.files.OpenCodeParts;
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
import dev.jevprune.core.snapshot.HermesForm;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outline of a whole list that is at hand, as the shim makes it of the list in its host: for
 * approving from the command line.
 */
public final class ListOutline {
  private static final int MAX_GOAL_BYTES = 8_000;

  /** One call of a read tool. */
  private record Read(int index, String id, String tool, Json arguments) {}

  /** One result. */
  private record Answer(int index, boolean ok, JsonObject record) {}

  private final Format format;
  private final JsonArray messages;
  private final Snapshot snapshot;
  private final int lastSigned;
  private final long[] behind;
  private final Map<String, List<JsonObject>> calls = new HashMap<>();
  private final Map<String, List<Answer>> results = new HashMap<>();
  private final List<Read> reads = new ArrayList<>();

  /**
   * The outline of {@code messages}.
   *
   * @param format the shape of the list; Hermes' is that of chat completions
   * @param lastSigned index of the last signed block, -1 when there is none
   */
  public ListOutline(Format format, SessionId session, JsonArray messages, int lastSigned) {
    this.format = format;
    this.messages =
        switch (format) {
          case PI -> messages;
          case OPENCODE -> OpenCodeParts.normal(messages);
          case OPENAI -> HermesForm.CHAT_COMPLETIONS.chat(messages);
        };
    this.snapshot = Snapshot.of(format, session, this.messages);
    this.lastSigned = lastSigned;
    this.behind = new long[messages.size()];
    for (int i = messages.size() - 2; i >= 0; i--) {
      behind[i] = behind[i + 1] + textBytes(messages.get(i + 1));
    }
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof JsonObject message) {
        switch (format) {
          case PI -> collect(message, i);
          case OPENCODE -> collectParts(message, i);
          case OPENAI -> collectChat(message, i);
        }
      }
    }
  }

  private void collect(JsonObject message, int index) {
    String role = message.string("role").orElse("");
    if (role.equals("toolResult")) {
      boolean ok = message.get("isError").filter(JsonBool.FALSE::equals).isPresent();
      message.string("toolCallId").ifPresent(id -> answered(id, new Answer(index, ok, message)));
    } else if (role.equals("assistant")) {
      for (Json element : message.array("content").orElse(JsonArray.EMPTY)) {
        if (element instanceof JsonObject block
            && block.string("type").filter("toolCall"::equals).isPresent()
            && block.string("id").isPresent()) {
          called(
              new Read(
                  index,
                  block.string("id").get(),
                  block.string("name").orElse(""),
                  block.get("arguments").orElse(JsonNull.NULL)),
              block);
        }
      }
    }
  }

  private void collectParts(JsonObject message, int index) {
    for (Json element : message.array("parts").orElse(JsonArray.EMPTY)) {
      if (!OpenCodeParts.isTool(element)) {
        continue;
      }
      JsonObject part = (JsonObject) element;
      String id = part.string("callID").orElse("");
      if (id.isEmpty()) {
        continue;
      }
      JsonObject state = OpenCodeParts.state(part);
      called(
          new Read(
              index, id, part.string("tool").orElse(""), state.get("input").orElse(JsonNull.NULL)),
          OpenCodeParts.call(part));
      String status = state.string("status").orElse("");
      if (status.equals("completed") || status.equals("error")) {
        answered(id, new Answer(index, status.equals("completed"), OpenCodeParts.result(part)));
      }
    }
  }

  private void collectChat(JsonObject message, int index) {
    String role = message.string("role").orElse("");
    if (role.equals("tool")) {
      message
          .string("tool_call_id")
          .ifPresent(id -> answered(id, new Answer(index, isGood(id), message)));
    } else if (role.equals("assistant")) {
      for (Json element : message.array("tool_calls").orElse(JsonArray.EMPTY)) {
        if (element instanceof JsonObject call && call.string("id").isPresent()) {
          String id = call.string("id").get();
          JsonObject function = call.object("function").orElse(JsonObject.EMPTY);
          Json arguments = item(id).map(Item::arguments).orElse(JsonNull.NULL);
          called(new Read(index, id, function.string("name").orElse(""), arguments), call);
        }
      }
    }
  }

  private Optional<Item> item(String id) {
    return CallId.parse(id).flatMap(snapshot::item);
  }

  private boolean isGood(String id) {
    return item(id).filter(item -> item.ineligible().isEmpty()).isPresent();
  }

  /**
   * Whether a stub of Hermes may refer to this body: it puts one in the place of a later read of
   * the same file. Any later read of that file whose body is not whole counts as one.
   */
  private boolean isPinned(Read read) {
    if (format != Format.OPENAI) {
      return false;
    }
    Optional<String> path = Item.pathIn(read.arguments());
    return reads.stream()
        .filter(later -> later.index() > read.index() && !isGood(later.id()))
        .anyMatch(
            later ->
                later.arguments() instanceof JsonNull
                    || Item.pathIn(later.arguments()).equals(path));
  }

  private void called(Read call, JsonObject record) {
    calls.computeIfAbsent(call.id(), key -> new ArrayList<>()).add(record);
    if (Item.isReadTool(call.tool())) {
      reads.add(call);
    }
  }

  private void answered(String id, Answer answer) {
    results.computeIfAbsent(id, key -> new ArrayList<>()).add(answer);
  }

  /** The request's member {@code outline}. */
  public JsonObject toJson() {
    List<Json> list = new ArrayList<>();
    reads.forEach(read -> list.add(call(read)));
    long goalBytes = Utf8.length(snapshot.goal());
    JsonObject.Builder outline = JsonObject.builder();
    if (format == Format.OPENAI) {
      outline.put("form", HermesForm.CHAT_COMPLETIONS.wireName());
    }
    return outline
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
                .put("result", results.get(id.value()).get(0).record())
                .build());
      }
    }
    return new JsonArray(bodies);
  }

  private JsonObject call(Read read) {
    String id = read.id();
    List<Answer> answers = results.getOrDefault(id, List.of());
    Optional<Answer> result = answers.stream().findFirst();
    Optional<Item> item = item(id);
    Json arguments = read.arguments();
    String args = item.isPresent() ? BodyCheck.argumentDigest(arguments) : "";
    String text = item.map(found -> BodyCheck.textDigest(found.texts())).orElse("");
    boolean good = !args.isEmpty() && !text.isEmpty();
    int at = result.map(Answer::index).orElse(-1);
    return JsonObject.builder()
        .put("id", id)
        .put("calls", calls.getOrDefault(id, List.of()).size())
        .put("results", answers.size())
        .put("call", read.index())
        .put("at", at)
        .put("tool", read.tool())
        .put("path", Item.pathIn(arguments).orElse(""))
        .put("offset", whole(arguments, "offset"))
        .put("limit", whole(arguments, "limit"))
        .put("ok", result.filter(Answer::ok).isPresent())
        .put("shape", item.map(found -> found.shape().wireName()).orElse("other"))
        .put("bytes", item.map(Item::bodyBytes).orElse(0))
        .put("args", good ? args : "")
        .put("text", good ? text : "")
        .put("wellFormed", good || item.isEmpty())
        .put("pruned", item.filter(ListOutline::isMarked).isPresent())
        .put(
            "notice",
            item.flatMap(Item::ineligible).filter(GateReason.HOST_SUFFIX::equals).isPresent())
        .put("pinned", isPinned(read))
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

  private long textBytes(Json element) {
    if (!(element instanceof JsonObject message)) {
      return 0;
    }
    Json body = message.get(format == Format.OPENCODE ? "parts" : "content").orElse(JsonNull.NULL);
    if (body instanceof JsonString text) {
      return Utf8.length(text.value());
    }
    long bytes = 0;
    if (body instanceof JsonArray parts) {
      for (Json part : parts) {
        if (part instanceof JsonObject object) {
          bytes += object.string("text").map(Utf8::length).orElse(0);
          bytes += OpenCodeParts.state(object).string("output").map(Utf8::length).orElse(0);
        }
      }
    }
    return bytes;
  }
}
