package dev.jevprune.adapters.files;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A session file of Pi: a tree of entries (version 3) or a plain sequence (version 1). The list is
 * the one that Pi hands to its {@code context} event for the last leaf: the last compaction's
 * summary, what it kept and what came after, with the branch's own context edits applied.
 */
final class PiSession {

  private final List<JsonObject> entries;
  private final BitSet active;
  private final Map<String, Optional<Json>> edits = new HashMap<>();
  private Optional<HostConversation.Model> model = Optional.empty();

  private PiSession(List<JsonObject> entries, BitSet active) {
    this.entries = entries;
    this.active = active;
  }

  /** Entries of types that are not known give nothing. */
  static HostConversation read(List<JsonObject> entries) {
    boolean tree = entries.stream().anyMatch(entry -> isEntry(entry) && entry.has("parentId"));
    BitSet active = new BitSet(entries.size());
    if (tree) {
      active =
          Branch.active(
              entries,
              entry -> isEntry(entry) ? entry.string("id") : Optional.empty(),
              entry -> entry.string("parentId"));
    } else {
      active.set(0, entries.size());
    }
    return new PiSession(entries, active).read();
  }

  private static boolean isEntry(JsonObject line) {
    return line.string("type").filter(type -> !type.equals("session")).isPresent();
  }

  private HostConversation read() {
    int compaction = -1;
    for (int i = active.nextSetBit(0); i >= 0; i = active.nextSetBit(i + 1)) {
      JsonObject entry = entries.get(i);
      switch (entry.string("type").orElse("")) {
        case "compaction" -> compaction = i;
        case "context_edit" ->
            entry
                .string("targetId")
                .ifPresent(
                    target ->
                        edits.put(
                            target,
                            entry.object("replacement").flatMap(edit -> edit.get("content"))));
        default -> noteModel(entry);
      }
    }
    List<Json> messages = new ArrayList<>();
    List<Json> compactedAway = new ArrayList<>();
    List<Json> otherBranches = new ArrayList<>();
    List<JsonArray> segments = new ArrayList<>();
    List<Json> segment = new ArrayList<>();
    int firstKept = 0;
    if (compaction >= 0) {
      JsonObject entry = entries.get(compaction);
      firstKept = firstKept(entry, compaction);
      messages.add(summary("compactionSummary", entry));
    }
    for (int i = 0; i < entries.size(); i++) {
      List<Json> list = !active.get(i) ? otherBranches : i < firstKept ? compactedAway : messages;
      message(entries.get(i)).ifPresent(list::add);
      message(entries.get(i)).ifPresent(segment::add);
      if (entries.get(i).string("type").filter("compaction"::equals).isPresent()) {
        segments.add(new JsonArray(segment));
        segment.clear();
      }
    }
    segments.add(new JsonArray(segment));
    Optional<SessionId> session =
        entries.stream()
            .filter(line -> line.string("type").filter("session"::equals).isPresent())
            .findFirst()
            .flatMap(line -> line.string("id"))
            .flatMap(SessionId::parse);
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

  /** Version 3 names the first entry that stays, version 1 its number. */
  private int firstKept(JsonObject entry, int compaction) {
    Optional<String> id = entry.string("firstKeptEntryId");
    for (int i = 0; id.isPresent() && i < compaction; i++) {
      if (entries.get(i).string("id").equals(id)) {
        return i;
      }
    }
    int number = entry.integer("firstKeptEntryIndex").orElse(compaction);
    return id.isPresent() || number < 0 || number > compaction ? compaction : number;
  }

  private void noteModel(JsonObject entry) {
    JsonObject message = entry.object("message").orElse(JsonObject.EMPTY);
    Optional<String> id = entry.string("modelId").or(() -> message.string("model"));
    id.ifPresent(
        name ->
            model =
                Optional.of(new HostConversation.Model(message.string("api").orElse(""), name)));
  }

  private Optional<Json> message(JsonObject entry) {
    switch (entry.string("type").orElse("")) {
      case "message" -> {
        Optional<JsonObject> message = entry.object("message");
        // The system prompt is an entry since 1.6.0, but no part of the list.
        return message
            .filter(m -> m.string("role").filter("system"::equals).isEmpty())
            .flatMap(m -> edited(entry, m));
      }
      case "custom_message" -> {
        return Optional.of(PiForm.note(entry.get("content").orElse(JsonNull.NULL)));
      }
      case "branch_summary" -> {
        return Optional.of(summary("branchSummary", entry));
      }
      default -> {
        return Optional.empty();
      }
    }
  }

  private Optional<JsonObject> edited(JsonObject entry, JsonObject message) {
    Optional<Json> edit = entry.string("id").map(edits::get).flatMap(found -> found);
    boolean omitted = entry.string("id").filter(edits::containsKey).isPresent() && edit.isEmpty();
    return omitted
        ? Optional.empty()
        : Optional.of(edit.map(content -> message.with("content", content)).orElse(message));
  }

  private static JsonObject summary(String role, JsonObject entry) {
    return JsonObject.builder()
        .put("role", role)
        .put("summary", entry.get("summary").orElse(JsonNull.NULL))
        .build();
  }
}
