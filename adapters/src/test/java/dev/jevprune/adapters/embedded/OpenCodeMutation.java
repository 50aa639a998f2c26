package dev.jevprune.adapters.embedded;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One change of an OpenCode list after decisions were taken on it.
 *
 * @param at chooses the place
 */
record OpenCodeMutation(Kind kind, int at) {
  enum Kind {
    NOTHING,
    APPEND_TURN,
    APPEND_NOTE,
    CHANGE_A_BYTE,
    HALF_A_PAIR_IN_A_RESULT,
    HALF_A_PAIR_IN_AN_ARGUMENT,
    CHANGE_AN_ARGUMENT,
    RENAME_A_TOOL,
    CLEAR_A_PART,
    ADD_INSTRUCTIONS,
    ADD_AN_ATTACHMENT,
    NO_ATTACHMENTS,
    FAIL_A_CALL,
    NO_OUTPUT,
    OTHER_IDS,
    DROP_A_MESSAGE,
    REPEAT_A_MESSAGE,
    SWAP_TWO_MESSAGES,
    REWIND,
    ODD_MESSAGE
  }

  /** The list with this change in it; changes of a part hit one that a decision names. */
  JsonArray on(JsonArray list, Set<String> decided) {
    List<Json> messages = new ArrayList<>(list.elements());
    int index = at % messages.size();
    switch (kind) {
      case NOTHING -> {}
      case APPEND_TURN -> messages.addAll(parse(new OpenCodeMessages().user("More.")));
      case APPEND_NOTE ->
          messages.addAll(
              parse(
                  new OpenCodeMessages()
                      .userPart("{\"type\":\"text\",\"text\":\"n\",\"ignored\":true}")));
      case DROP_A_MESSAGE -> messages.remove(index);
      case REPEAT_A_MESSAGE -> messages.add(messages.get(index));
      case SWAP_TWO_MESSAGES -> Collections.swap(messages, index, at / 7 % messages.size());
      case REWIND -> messages.subList(Math.max(1, index), messages.size()).clear();
      case ODD_MESSAGE ->
          messages.add(
              index, at % 2 == 0 ? JsonNull.NULL : JsonObject.builder().put("info", "odd").build());
      default -> {
        List<String> ids = List.copyOf(decided);
        String hit = ids.get(at % ids.size());
        return eachTool(
            list,
            part -> part.string("callID").filter(hit::equals).isPresent() ? changed(part) : part);
      }
    }
    return new JsonArray(messages);
  }

  private JsonObject changed(JsonObject part) {
    JsonObject state = part.object("state").orElse(JsonObject.EMPTY);
    String output = state.string("output").orElse("");
    return switch (kind) {
      case CHANGE_A_BYTE -> part.with("state", state.with("output", Json.of(output + "~")));
      case HALF_A_PAIR_IN_A_RESULT ->
          part.with("state", state.with("output", Json.of(output + '\ud83c')));
      case HALF_A_PAIR_IN_AN_ARGUMENT ->
          part.with(
              "state",
              state.with("input", JsonObject.builder().put("path", "a" + '\ud83c').build()));
      case CHANGE_AN_ARGUMENT ->
          part.with("state", state.with("input", JsonObject.builder().put("path", "x").build()));
      case RENAME_A_TOOL -> part.with("tool", Json.of("file_read"));
      case CLEAR_A_PART ->
          part.with("state", state.with("time", JsonObject.builder().put("compacted", 1).build()));
      case ADD_INSTRUCTIONS ->
          part.with(
              "state",
              state.with(
                  "metadata",
                  JsonObject.builder().put("loaded", JsonArray.of(Json.of("/w/A.md"))).build()));
      case ADD_AN_ATTACHMENT ->
          part.with("state", state.with("attachments", JsonArray.of(JsonObject.EMPTY)));
      case NO_ATTACHMENTS -> part.with("state", state.with("attachments", JsonArray.EMPTY));
      case FAIL_A_CALL -> part.with("state", state.with("status", Json.of("error")));
      case NO_OUTPUT -> part.with("state", state.with("output", JsonNull.NULL));
      case OTHER_IDS -> part.with("id", Json.of("prt_fork")).with("messageID", Json.of("msg_f"));
      default -> part;
    };
  }

  /** The list with every tool part of an assistant's message changed. */
  static JsonArray eachTool(JsonArray list, UnaryOperator<JsonObject> change) {
    List<Json> messages = new ArrayList<>();
    for (Json element : list) {
      if (element instanceof JsonObject message && message.array("parts").isPresent()) {
        List<Json> parts = new ArrayList<>();
        for (Json each : message.array("parts").get()) {
          boolean tool =
              each instanceof JsonObject part
                  && part.string("type").filter("tool"::equals).isPresent();
          parts.add(tool ? change.apply((JsonObject) each) : each);
        }
        messages.add(message.with("parts", new JsonArray(parts)));
      } else {
        messages.add(element);
      }
    }
    return new JsonArray(messages);
  }

  private static List<Json> parse(OpenCodeMessages messages) {
    return Lists.parse(messages.json()).elements();
  }
}
