package dev.jevprune.core.snapshot;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.Limits;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One outgoing message list as the rules see it. Anything odd in the list costs only itself: a
 * message that is no object, a record that cannot be hashed or an id that stands twice gives no
 * item, and the rest is as if it were not there.
 */
public final class Snapshot {

  private final Format format;
  private final SessionId session;
  private final int messageCount;
  private final LastUser lastUser;
  private final List<Item> items;
  private final List<Dropped> dropped;
  private final Map<CallId, Item> byId;
  private final Map<CallId, AnsweredCall> answered;

  private Snapshot(
      Format format, SessionId session, int messageCount, LastUser lastUser, Reading reading) {
    this.format = format;
    this.session = session;
    this.messageCount = messageCount;
    this.lastUser = lastUser;
    this.items = List.copyOf(reading.items());
    this.dropped = List.copyOf(reading.dropped());
    this.byId = new HashMap<>();
    items.forEach(item -> byId.put(item.id(), item));
    this.answered = new LinkedHashMap<>();
    reading.answered().forEach(call -> answered.put(call.id(), call));
  }

  /** The snapshot of {@code messages}; never fails, whatever they hold. */
  public static Snapshot of(Format format, SessionId session, JsonArray messages) {
    Reading reading =
        switch (format) {
          case PI -> ChatReader.read(ChatDialect.PI, messages);
          case OPENAI -> ChatReader.read(ChatDialect.OPENAI, messages);
          case OPENCODE -> OpenCodeReader.read(messages);
        };
    return new Snapshot(format, session, messages.size(), LastUser.of(format, messages), reading);
  }

  /**
   * The digest that names a whole request: format, session and messages.
   *
   * @throws JsonException if the messages have no canonical form
   */
  public static Digest revision(Format format, SessionId session, JsonArray messages)
      throws JsonException {
    return CanonicalJson.digest(
        JsonObject.builder()
            .put("format", new JsonString(format.wireName()))
            .put("session", new JsonString(session.value()))
            .put("messages", messages)
            .build());
  }

  /** The format of the list. */
  public Format format() {
    return format;
  }

  /** The session the list belongs to. */
  public SessionId session() {
    return session;
  }

  /** How many messages the list has. */
  public int messageCount() {
    return messageCount;
  }

  /** The last message a person wrote, -1 when there is none. */
  public int lastUserIndex() {
    return lastUser.index();
  }

  /** The text of the last user message, empty when it has none. */
  public String goal() {
    return lastUser.goal();
  }

  /** The first message that nothing may be left out of: the user's turn and the last sixteen. */
  public int protectedFrom() {
    return Math.min(lastUser.index(), messageCount - Limits.PROTECTED_TAIL);
  }

  /** Every usable tool result, in the order of the list. */
  public List<Item> items() {
    return items;
  }

  /** The item of that call. */
  public Optional<Item> item(CallId id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Every answered call of any tool whose id stands once, in the order of the list's results. */
  public List<AnsweredCall> answered() {
    return List.copyOf(answered.values());
  }

  /** The call of that id with its result, be the result usable or not. */
  public Optional<AnsweredCall> answered(CallId id) {
    return Optional.ofNullable(answered.get(id));
  }

  /** Every read call that gives no item. */
  public List<Dropped> dropped() {
    return dropped;
  }

  /** What a reader finds. */
  record Reading(List<Item> items, List<Dropped> dropped, List<AnsweredCall> answered) {}
}
