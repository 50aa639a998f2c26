package dev.jevprune.installer;

import dev.jevprune.adapters.files.HostConversation;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.Wording;
import dev.jevprune.adapters.worker.WorkerDoor;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One look at a session through the worker's code, and what was approved of it. */
final class Approval {
  private final WorkerDoor door;
  private final JsonObject scope;
  private final JsonObject preview;
  private Optional<JsonObject> approved = Optional.empty();

  private Approval(WorkerDoor door, JsonObject scope, JsonObject preview) {
    this.door = door;
    this.scope = scope;
    this.preview = preview;
  }

  static Approval open(
      WorkerDoor door,
      HostKind host,
      String profile,
      SessionId session,
      HostConversation conversation)
      throws IOException, ProtocolException {
    JsonObject ticket = SessionTicket.open(door, host, profile, session, conversation);
    return new Approval(door, ticket, door.ask("preview", ticket));
  }

  /** Approves the named sources, or all when none is named. */
  void approve(List<String> sources) throws IOException, ProtocolException {
    Json chosen =
        sources.isEmpty()
            ? Json.of("all")
            : new JsonArray(sources.stream().<Json>map(Json::of).toList());
    approved = Optional.of(door.ask("approve", scope.with("sources", chosen)));
  }

  private int added() {
    return approved.map(reply -> reply.integer("added").orElse(0)).orElse(0);
  }

  private JsonArray member(String name) {
    return preview.array(name).orElse(JsonArray.EMPTY);
  }

  String toJson() {
    return ManifestCodec.canonical(
        JsonObject.builder()
            .put("schema", "jev-prune.approve.v1")
            .put("session", scope.get("session").orElse(JsonNull.NULL))
            .put("profile", scope.get("profile").orElse(JsonNull.NULL))
            .put("planned", approved.isEmpty())
            .put("pairs", member("pairs"))
            .put("reads", preview.get("reads").orElse(JsonNull.NULL))
            .put("reasons", preview.get("reasons").orElse(JsonNull.NULL))
            .put("notes", member("notes"))
            .put("added", added())
            .build());
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    member("notes").forEach(note -> lines.add("Note: " + text(note)));
    if (member("pairs").isEmpty()) {
      lines.add("No exact repeat of this session can be left out. jevprune inspect says why.");
      return lines;
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%3s  %-32s %9s %9s  id -> copy that stays",
            "#",
            "read",
            "bytes",
            "saved"));
    for (Json element : member("pairs")) {
      JsonObject pair = (JsonObject) element;
      lines.add(
          String.format(
              Locale.ROOT,
              "%3d  %-32s %9s %9s  %s -> %s",
              pair.integer("n").orElse(0),
              Wording.name(pair.string("path").orElse("")),
              Wording.number(pair.integer("bytes").orElse(0)),
              Wording.number(pair.integer("saved").orElse(0)),
              Wording.name(pair.string("source").orElse("")),
              Wording.name(pair.string("witness").orElse(""))));
    }
    lines.add(
        approved.isEmpty()
            ? "A plan: nothing was stored. Run the same command without --plan to approve."
            : approved.get().string("text").orElse(""));
    return lines;
  }

  private static String text(Json value) {
    return value instanceof JsonString text ? text.value() : "";
  }
}
