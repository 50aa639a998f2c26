package dev.jevprune.adapters.files;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.Optional;

/** Takes session and model from a list of OpenCode, whose messages name both. */
final class OpenCodeList {

  private OpenCodeList() {}

  static HostConversation read(Optional<SessionId> session, JsonArray list) {
    Optional<SessionId> named = session;
    Optional<HostConversation.Model> model = Optional.empty();
    for (Json element : list) {
      if (element instanceof JsonObject message) {
        JsonObject info = message.object("info").orElse(JsonObject.EMPTY);
        if (named.isEmpty()) {
          named = info.string("sessionID").flatMap(SessionId::parse);
        }
        // The next request goes to the model of the last user message.
        Optional<HostConversation.Model> asked =
            info.object("model")
                .flatMap(o -> o.string("modelID"))
                .map(id -> new HostConversation.Model("", id));
        if (info.string("role").filter("user"::equals).isPresent() && asked.isPresent()) {
          model = asked;
        }
      }
    }
    return HostConversation.ofList(Format.OPENCODE, named, list).withModel(model);
  }
}
