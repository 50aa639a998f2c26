package dev.jevprune.core.snapshot;

import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads OpenCode's format, where one part of an assistant message holds both call and result. */
final class OpenCodeReader {

  /** One tool part and its place. */
  private record ToolPart(Optional<String> id, int messageIndex, int partIndex, JsonObject part) {

    String tool() {
      return part.string("tool").orElse("");
    }

    JsonObject state() {
      return part.object("state").orElse(JsonObject.EMPTY);
    }
  }

  private OpenCodeReader() {}

  static Snapshot.Reading read(JsonArray messages) {
    List<ToolPart> parts = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      if (messages.get(i) instanceof JsonObject message && isAssistant(message)) {
        collect(message, i, parts);
      }
    }
    Map<String, Integer> outputsOfId = new HashMap<>();
    for (ToolPart part : parts) {
      if (part.id().isPresent() && part.state().string("output").isPresent()) {
        outputsOfId.merge(part.id().get(), 1, Integer::sum);
      }
    }
    List<Item> items = new ArrayList<>();
    List<Dropped> dropped = new ArrayList<>();
    List<AnsweredCall> answered = new ArrayList<>();
    for (ToolPart part : parts) {
      answer(part, outputsOfId).ifPresent(answered::add);
      Optional<GateReason> reason = addItem(part, outputsOfId, items);
      if (reason.isPresent() && Item.isReadTool(part.tool())) {
        dropped.add(new Dropped(part.id().orElse(""), part.messageIndex(), reason.get()));
      }
    }
    return new Snapshot.Reading(items, dropped, answered);
  }

  private static Optional<AnsweredCall> answer(ToolPart part, Map<String, Integer> outputsOfId) {
    JsonObject state = part.state();
    return part.id()
        .flatMap(Format.OPENCODE::callId)
        .filter(id -> state.string("output").isPresent())
        .filter(id -> outputsOfId.getOrDefault(id.value(), 0) == 1)
        .map(
            id ->
                new AnsweredCall(
                    id,
                    part.messageIndex(),
                    part.messageIndex(),
                    part.tool(),
                    state.get("input").orElse(JsonNull.NULL),
                    state.string("status").filter("completed"::equals).isPresent(),
                    Content.isFalsy(state.get("attachments"))));
  }

  private static boolean isAssistant(JsonObject message) {
    return message
        .object("info")
        .flatMap(info -> info.string("role"))
        .filter("assistant"::equals)
        .isPresent();
  }

  private static void collect(JsonObject message, int index, List<ToolPart> into) {
    JsonArray parts = message.array("parts").orElse(JsonArray.EMPTY);
    for (int p = 0; p < parts.size(); p++) {
      Json element = parts.get(p);
      if (element instanceof JsonObject part
          && part.string("type").filter("tool"::equals).isPresent()) {
        into.add(new ToolPart(part.string("id"), index, p, part));
      }
    }
  }

  /** Adds the item of this part, or says why there is none. */
  private static Optional<GateReason> addItem(
      ToolPart part, Map<String, Integer> outputsOfId, List<Item> items) {
    Optional<CallId> id = part.id().flatMap(Format.OPENCODE::callId);
    if (id.isEmpty()) {
      return Optional.of(GateReason.BAD_ID);
    }
    JsonObject state = part.state();
    boolean completed = state.string("status").filter("completed"::equals).isPresent();
    Optional<String> output = state.string("output");
    if (output.isEmpty()) {
      boolean failed = state.string("status").filter("error"::equals).isPresent();
      return Optional.of(
          completed
              ? GateReason.NON_TEXT_BLOCKS
              : failed ? GateReason.FAILED_READ : GateReason.UNPAIRED_CALL);
    }
    if (outputsOfId.getOrDefault(id.get().value(), 0) != 1) {
      return Optional.of(GateReason.AMBIGUOUS_ID);
    }
    if (!CanonicalJson.isWritable(part.part())) {
      return Optional.of(GateReason.ILL_FORMED);
    }
    items.add(
        new Item(
            id.get(),
            part.messageIndex(),
            part.messageIndex(),
            OptionalInt.of(part.partIndex()),
            new Item.Invocation(
                part.tool(), state.get("input").orElse(JsonNull.NULL), Optional.empty()),
            new Item.Body(List.of(output.get()), Shape.TEXT, part.part()),
            ineligible(completed, state)));
    return Optional.empty();
  }

  private static Optional<GateReason> ineligible(boolean completed, JsonObject state) {
    if (!completed) {
      return Optional.of(GateReason.FAILED_READ);
    }
    if (!Content.isFalsy(state.get("attachments"))) {
      return Optional.of(GateReason.NON_TEXT_BLOCKS);
    }
    return HostNotice.inOpenCode(state) ? Optional.of(GateReason.HOST_SUFFIX) : Optional.empty();
  }
}
