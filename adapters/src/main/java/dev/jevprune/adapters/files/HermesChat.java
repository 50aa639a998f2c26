package dev.jevprune.adapters.files;

import dev.jevprune.adapters.files.HostFileException.Kind;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.Optional;

/**
 * A list of Hermes in the form in which it goes out as chat completions, untouched: decisions about
 * it prove its own records. A session file or a request body holds it under {@code messages}.
 */
public final class HermesChat {

  private HermesChat() {}

  /**
   * Reads a list.
   *
   * @throws HostFileException if there is none
   */
  public static HostConversation read(byte[] bytes) throws HostFileException {
    Json value;
    try {
      value = ConversationJson.parse(bytes);
    } catch (JsonException e) {
      throw new HostFileException(Kind.JSON, "cannot be read. " + e.getMessage());
    }
    JsonObject file = value instanceof JsonObject object ? object : JsonObject.EMPTY;
    Optional<JsonArray> list =
        value instanceof JsonArray array ? Optional.of(array) : file.array("messages");
    if (list.isEmpty() || list.get().isEmpty()) {
      throw new HostFileException(
          Kind.MESSAGES, "holds no list of chat messages, bare or under \"messages\".");
    }
    return HostConversation.ofList(
            Format.OPENAI, file.string("session_id").flatMap(SessionId::parse), list.get())
        .withModel(file.string("model").map(id -> new HostConversation.Model("", id)));
  }
}
