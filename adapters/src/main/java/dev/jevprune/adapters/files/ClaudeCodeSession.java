package dev.jevprune.adapters.files;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A session file of Claude Code: one line for each block of a message, linked to a tree. Lines of
 * sub-agents are left out. Calls that ran side by side are branches of the tree without being
 * branches of the conversation: they belong to the message whose blocks they are.
 */
final class ClaudeCodeSession {

  private ClaudeCodeSession() {}

  static HostConversation read(List<JsonObject> all) {
    List<JsonObject> lines = all.stream().filter(ClaudeCodeSession::isOwn).toList();
    BitSet active = active(lines);
    List<Json> messages = new ArrayList<>();
    List<Json> compactedAway = new ArrayList<>();
    List<Json> otherBranches = new ArrayList<>();
    List<JsonArray> segments = new ArrayList<>();
    List<Json> segment = new ArrayList<>();
    Optional<SessionId> session = Optional.empty();
    Optional<HostConversation.Model> model = Optional.empty();
    for (int i = 0; i < lines.size(); i++) {
      JsonObject line = lines.get(i);
      if (isBoundary(line)) {
        compactedAway.addAll(messages);
        messages.clear();
        segments.add(new JsonArray(segment));
        segment.clear();
        continue;
      }
      JsonObject message = line.object("message").orElse(JsonObject.EMPTY);
      List<Json> list = active.get(i) ? messages : otherBranches;
      if (!message.members().isEmpty()) {
        List<? extends Json> own =
            line.get("isMeta").filter(JsonBool.TRUE::equals).isPresent()
                ? List.of(PiForm.note(message.get("content").orElse(JsonArray.EMPTY)))
                : BlockForm.toPi(message);
        list.addAll(own);
        segment.addAll(own);
      }
      session = line.string("sessionId").flatMap(SessionId::parse).or(orElse(session));
      if (active.get(i) && message.string("role").filter("assistant"::equals).isPresent()) {
        model =
            message
                .string("model")
                .map(id -> new HostConversation.Model("anthropic-messages", id))
                .or(orElse(model));
      }
    }
    segments.add(new JsonArray(segment));
    return new HostConversation(
        Format.PI,
        session,
        model,
        new JsonArray(messages),
        new JsonArray(compactedAway),
        new JsonArray(otherBranches),
        segments,
        0);
  }

  private static <T> Supplier<Optional<T>> orElse(Optional<T> value) {
    return () -> value;
  }

  private static boolean isOwn(JsonObject line) {
    return line.get("isSidechain").filter(JsonBool.TRUE::equals).isEmpty()
        && (line.object("message").isPresent() || line.string("subtype").isPresent());
  }

  private static boolean isBoundary(JsonObject line) {
    return line.string("subtype").filter("compact_boundary"::equals).isPresent();
  }

  private static BitSet active(List<JsonObject> lines) {
    BitSet active =
        Branch.active(
            lines,
            line -> line.string("uuid"),
            line ->
                line.string("parentUuid")
                    .or(() -> line.string("logicalParentUuid"))
                    // A boundary without a parent still continues what it compacted.
                    .or(() -> isBoundary(line) ? Optional.of("") : Optional.empty()));
    if (active.isEmpty()) {
      active.set(0, lines.size()); // no tree at all
      return active;
    }
    Set<String> messageIds = new HashSet<>();
    for (int i = active.nextSetBit(0); i >= 0; i = active.nextSetBit(i + 1)) {
      messageId(lines.get(i)).ifPresent(messageIds::add);
    }
    Set<Json> calls = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      if (messageId(lines.get(i)).filter(messageIds::contains).isPresent()) {
        active.set(i);
      }
      if (active.get(i)) {
        calls.addAll(ids(lines.get(i), "tool_use", "id"));
      }
    }
    for (int i = 0; i < lines.size(); i++) {
      if (ids(lines.get(i), "tool_result", "tool_use_id").stream().anyMatch(calls::contains)) {
        active.set(i);
      }
    }
    return active;
  }

  private static Optional<String> messageId(JsonObject line) {
    return line.object("message")
        .filter(message -> message.string("role").filter("assistant"::equals).isPresent())
        .flatMap(message -> message.string("id"));
  }

  private static List<Json> ids(JsonObject line, String type, String member) {
    List<Json> ids = new ArrayList<>();
    Optional<JsonArray> blocks = line.object("message").flatMap(m -> m.array("content"));
    for (Json element : blocks.orElse(JsonArray.EMPTY)) {
      if (element instanceof JsonObject block
          && block.string("type").filter(type::equals).isPresent()) {
        block.get(member).ifPresent(ids::add);
      }
    }
    return ids;
  }
}
