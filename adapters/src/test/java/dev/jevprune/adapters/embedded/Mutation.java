package dev.jevprune.adapters.embedded;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One change of a list after decisions were taken on it.
 *
 * @param at chooses the place
 */
record Mutation(Kind kind, int at) {
  enum Kind {
    APPEND_TURN,
    APPEND_READ_OF_A_KNOWN_ID,
    CHANGE_A_BYTE_OF_A_RESULT,
    HALF_A_PAIR_IN_A_RESULT,
    CHANGE_AN_ARGUMENT,
    RENAME_A_TOOL,
    DROP_A_MESSAGE,
    DROP_A_RESULT,
    REWIND,
    AT_THE_EDGE_OF_THE_TAIL,
    REORDER_KEYS,
    REPEAT_A_MESSAGE,
    SWAP_TWO_MESSAGES,
    FAIL_A_RESULT,
    CONTENT_TO_STRING,
    CONTENT_TO_IMAGE,
    CONTENT_TO_NOTHING,
    CONTENT_IN_TWO_PARTS,
    ODD_MESSAGE
  }

  private static final JsonObject IMAGE =
      JsonObject.builder()
          .put("type", "image")
          .put("data", "AA")
          .put("mimeType", "image/png")
          .build();

  /**
   * The list with this change in it.
   *
   * @param decided ids that decisions name; changes of a call or result hit one of them
   */
  JsonArray on(JsonArray list, Set<String> decided) {
    List<Json> messages = new ArrayList<>(list.elements());
    if (messages.isEmpty()) {
      return list;
    }
    int index = at % messages.size();
    switch (kind) {
      case APPEND_TURN -> messages.addAll(parse(new PiMessages().user("More.").assistant("Yes.")));
      case APPEND_READ_OF_A_KNOWN_ID -> {
        List<Integer> results = places(messages, decided, "toolResult");
        if (!results.isEmpty()) {
          JsonObject known = (JsonObject) messages.get(results.get(at % results.size()));
          String id = known.string("toolCallId").orElse("");
          messages.addAll(parse(new PiMessages().read(id, "a.toml", "again\n".repeat(60))));
        }
      }
      case CHANGE_A_BYTE_OF_A_RESULT ->
          inResult(
              messages,
              decided,
              message -> withText(message, text -> text.isEmpty() ? "x" : text.substring(1) + "~"));
      case HALF_A_PAIR_IN_A_RESULT ->
          inResult(messages, decided, message -> withText(message, text -> text + '\ud83c'));
      case CHANGE_AN_ARGUMENT ->
          inCall(
              messages,
              decided,
              call -> call.with("arguments", JsonObject.builder().put("path", "other").build()));
      case RENAME_A_TOOL ->
          inCall(messages, decided, call -> call.with("name", Json.of("file_read")));
      case DROP_A_MESSAGE -> messages.remove(index);
      case DROP_A_RESULT -> {
        List<Integer> results = places(messages, decided, "toolResult");
        if (!results.isEmpty()) {
          messages.remove((int) results.get(at % results.size()));
        }
      }
      case REWIND -> messages.subList(Math.max(1, index), messages.size()).clear();
      case AT_THE_EDGE_OF_THE_TAIL -> toTheEdge(messages, places(messages, decided, "toolResult"));
      case REORDER_KEYS -> messages.replaceAll(Mutation::reversed);
      case REPEAT_A_MESSAGE -> messages.add(messages.get(index));
      case SWAP_TWO_MESSAGES -> Collections.swap(messages, index, at / 7 % messages.size());
      case FAIL_A_RESULT ->
          inResult(messages, decided, message -> message.with("isError", Json.of(true)));
      case CONTENT_TO_STRING ->
          inResult(
              messages, decided, message -> message.with("content", Json.of(firstText(message))));
      case CONTENT_TO_IMAGE ->
          inResult(messages, decided, message -> message.with("content", JsonArray.of(IMAGE)));
      case CONTENT_TO_NOTHING ->
          inResult(messages, decided, message -> message.with("content", JsonArray.EMPTY));
      case CONTENT_IN_TWO_PARTS ->
          inResult(
              messages,
              decided,
              message -> {
                Json part =
                    JsonObject.builder()
                        .put("type", "text")
                        .put("text", firstText(message))
                        .build();
                return message.with("content", JsonArray.of(part, part));
              });
      case ODD_MESSAGE ->
          messages.add(
              index,
              at % 2 == 0 ? Json.of(at) : JsonObject.builder().put("role", "toolResult").build());
    }
    return new JsonArray(messages);
  }

  /**
   * Ends the list so that the first decided result is the last that may be edited, or the first
   * that may not.
   */
  private void toTheEdge(List<Json> messages, List<Integer> results) {
    if (results.isEmpty()) {
      return;
    }
    int size = results.get(0) + 16 + at % 2;
    messages.subList(results.get(results.size() - 1) + 1, messages.size()).clear();
    messages.addAll(parse(new PiMessages().user("More.")));
    while (messages.size() < size) {
      messages.addAll(parse(new PiMessages().assistant("Yes.")));
    }
  }

  private static List<Json> parse(PiMessages messages) {
    return Lists.parse(messages.json()).elements();
  }

  /** Where the reads are called or answered: what a decision may be about. */
  private static List<Integer> places(List<Json> messages, Set<String> decided, String role) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof JsonObject message
          && message.string("role").filter(role::equals).isPresent()
          && isAbout(message, decided)) {
        places.add(i);
      }
    }
    return places;
  }

  private static boolean isAbout(JsonObject message, Set<String> decided) {
    String text = Lists.text(message);
    return decided.stream().anyMatch(id -> text.contains("\"" + id + "\""));
  }

  private void inResult(
      List<Json> messages, Set<String> decided, UnaryOperator<JsonObject> change) {
    List<Integer> places = places(messages, decided, "toolResult");
    if (!places.isEmpty()) {
      int place = places.get(at % places.size());
      messages.set(place, change.apply((JsonObject) messages.get(place)));
    }
  }

  private void inCall(List<Json> messages, Set<String> decided, UnaryOperator<JsonObject> change) {
    List<Integer> places = places(messages, decided, "assistant");
    if (places.isEmpty()) {
      return;
    }
    int place = places.get(at % places.size());
    JsonObject message = (JsonObject) messages.get(place);
    List<Json> blocks =
        new ArrayList<>(message.array("content").orElse(JsonArray.EMPTY).elements());
    blocks.replaceAll(
        block ->
            block instanceof JsonObject call
                    && call.string("type").filter("toolCall"::equals).isPresent()
                ? change.apply(call)
                : block);
    messages.set(place, message.with("content", new JsonArray(blocks)));
  }

  private static String firstText(JsonObject message) {
    if (message.get("content").orElse(JsonArray.EMPTY) instanceof JsonArray parts
        && !parts.isEmpty()
        && parts.get(0) instanceof JsonObject part) {
      return part.string("text").orElse("");
    }
    return message.string("content").orElse("");
  }

  private static JsonObject withText(JsonObject message, UnaryOperator<String> change) {
    if (message.get("content").orElse(JsonArray.EMPTY) instanceof JsonString text) {
      return message.with("content", Json.of(change.apply(text.value())));
    }
    List<Json> parts = new ArrayList<>(message.array("content").orElse(JsonArray.EMPTY).elements());
    if (!parts.isEmpty()
        && parts.get(0) instanceof JsonObject part
        && part.string("text").isPresent()) {
      parts.set(0, part.with("text", Json.of(change.apply(firstText(message)))));
    }
    return message.with("content", new JsonArray(parts));
  }

  private static Json reversed(Json value) {
    if (value instanceof JsonArray array) {
      return new JsonArray(array.elements().stream().map(Mutation::reversed).toList());
    }
    if (value instanceof JsonObject object) {
      List<Map.Entry<String, Json>> members = new ArrayList<>(object.members().entrySet());
      Collections.reverse(members);
      Map<String, Json> turned = new LinkedHashMap<>();
      members.forEach(member -> turned.put(member.getKey(), reversed(member.getValue())));
      return new JsonObject(turned);
    }
    return value;
  }
}
