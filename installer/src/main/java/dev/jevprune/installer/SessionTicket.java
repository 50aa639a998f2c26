package dev.jevprune.installer;

import dev.jevprune.adapters.files.HostConversation;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.ListOutline;
import dev.jevprune.adapters.worker.WorkerDoor;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;

/** Shows a session to the worker's code, as a host's shim does. */
final class SessionTicket {
  private SessionTicket() {}

  /** The members that every request about this look at the session begins with. */
  static JsonObject open(
      WorkerDoor door,
      HostKind host,
      String profile,
      SessionId session,
      HostConversation conversation)
      throws IOException, ProtocolException {
    JsonObject scope =
        JsonObject.builder()
            .put("host", host.wireName())
            .put("profile", profile)
            .put("session", session.value())
            .build();
    ListOutline outline =
        new ListOutline(
            conversation.format(), session, conversation.messages(), conversation.lastSigned());
    Json model =
        conversation
            .model()
            .<Json>map(
                named ->
                    JsonObject.builder()
                        .put("api", named.api())
                        .put("provider", "")
                        .put("id", named.id())
                        .build())
            .orElse(JsonNull.NULL);
    JsonObject opened =
        door.ask("outline", scope.with("model", model).with("outline", outline.toJson()));
    JsonObject ticket = scope.with("ticket", opened.get("ticket").orElse(JsonNull.NULL));
    JsonArray need = opened.array("need").orElse(JsonArray.EMPTY);
    if (!need.isEmpty()) {
      door.ask("bodies", ticket.with("bodies", outline.bodies(need)));
    }
    return ticket;
  }
}
