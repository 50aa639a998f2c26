package dev.jevprune.adapters.files;

import dev.jevprune.adapters.files.HostFileException.Kind;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Reads a conversation from the bytes of one file of a host. */
public final class HostFiles {

  /** Where a dump keeps its list, by the way to it. */
  private static final List<List<String>> PLACES =
      List.of(
          List.of("messages"),
          List.of("output", "messages"),
          List.of("event", "messages"),
          List.of("body", "messages"),
          List.of("body", "input"),
          List.of("input"));

  private HostFiles() {}

  /**
   * The conversation in {@code bytes}: a session file, a bare list of messages, or an object that
   * holds such a list (a dump of a hook, an export, a request body).
   *
   * @throws HostFileException if there is no message in it
   */
  public static HostConversation read(HostKind kind, byte[] bytes) throws HostFileException {
    Optional<Json> whole = parse(bytes);
    if (whole.isPresent() && !isLine(whole.get())) {
      return document(kind, whole.get());
    }
    Lines lines = Lines.of(bytes);
    HostConversation conversation =
        switch (kind) {
          case CLAUDE_CODE -> ClaudeCodeSession.read(lines.objects());
          case PI -> PiSession.read(lines.objects());
          case OPENCODE, HERMES ->
              list(kind, Optional.empty(), new JsonArray(List.copyOf(lines.objects())));
        };
    boolean nothing =
        conversation.messages().isEmpty()
            && conversation.compactedAway().isEmpty()
            && conversation.otherBranches().isEmpty();
    if (nothing && lines.broken() > 0) {
      throw new HostFileException(
          Kind.JSON, "is neither JSON nor lines of JSON: no line of it could be read.");
    }
    if (nothing) {
      throw noMessages(kind);
    }
    return conversation.withBrokenLines(lines.broken());
  }

  private static Optional<Json> parse(byte[] bytes) {
    try {
      return Optional.of(ConversationJson.parse(bytes));
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  /** A session file may have one line only; such a line names its type and holds no list. */
  private static boolean isLine(Json whole) {
    return whole instanceof JsonObject object
        && object.string("type").isPresent()
        && find(object).isEmpty();
  }

  private static HostConversation document(HostKind kind, Json whole) throws HostFileException {
    if (whole instanceof JsonArray array) {
      return list(kind, Optional.empty(), array);
    }
    if (whole instanceof JsonObject object) {
      Optional<JsonArray> found = find(object);
      if (found.isPresent()) {
        Optional<String> session =
            object
                .string("session_id")
                .or(() -> object.object("info").flatMap(info -> info.string("id")));
        return list(kind, session.flatMap(SessionId::parse), found.get())
            .withModel(object.string("model").map(id -> new HostConversation.Model("", id)));
      }
    }
    throw noMessages(kind);
  }

  private static HostConversation list(HostKind kind, Optional<SessionId> session, JsonArray array)
      throws HostFileException {
    boolean any = array.isEmpty();
    for (Json element : array) {
      any |= Dialect.isMessage(element);
    }
    if (!any) {
      throw noMessages(kind);
    }
    Dialect dialect = Dialect.of(array, kind.dialect());
    if (dialect != Dialect.OPENCODE) {
      return HostConversation.ofList(dialect.format(), session, dialect.toFormat(array));
    }
    return OpenCodeList.read(session, array);
  }

  private static Optional<JsonArray> find(JsonObject object) {
    for (List<String> place : PLACES) {
      Optional<JsonObject> at = Optional.of(object);
      for (String name : place.subList(0, place.size() - 1)) {
        at = at.flatMap(o -> o.object(name));
      }
      Optional<JsonArray> list = at.flatMap(o -> o.array(place.get(place.size() - 1)));
      if (list.isPresent()) {
        return list;
      }
    }
    return Optional.empty();
  }

  private static HostFileException noMessages(HostKind kind) {
    return new HostFileException(
        Kind.MESSAGES,
        "holds no messages of "
            + kind.wireName()
            + " that Jev Prune knows. Give a session file, a list of messages or an object with"
            + " a member \"messages\", or name another host with --from.");
  }
}
