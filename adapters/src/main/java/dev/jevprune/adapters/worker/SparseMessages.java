package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The message list as far as the worker knows it: empty objects, but for the calls and results
 * whose bodies came and the last user message, each at its true index. The rules of core are run on
 * it as on a whole list. An id that is not unique in the whole list must not be in here, where it
 * would look unique.
 */
final class SparseMessages {
  private SparseMessages() {}

  static JsonArray of(Ticket ticket) {
    Outline outline = ticket.outline();
    Json[] messages = new Json[outline.messages()];
    Arrays.fill(messages, JsonObject.EMPTY);
    BodyForm form = BodyForm.of(ticket.scope().format());
    Map<Integer, List<Request.Body>> callsAt = new LinkedHashMap<>();
    for (String id : ticket.need()) {
      Optional<Request.Body> body = ticket.body(id);
      Optional<OutlineCall> call = ticket.needed(id);
      if (body.isPresent() && call.isPresent()) {
        callsAt.computeIfAbsent(call.get().call(), at -> new ArrayList<>()).add(body.get());
        int at = call.get().at();
        form.answer(body.get()).ifPresent(answer -> messages[at] = answer);
      }
    }
    callsAt.forEach((at, bodies) -> messages[at] = form.assistant(bodies));
    if (outline.lastUser() >= 0) {
      messages[outline.lastUser()] = form.user(outline.goal().orElse(""));
    }
    return new JsonArray(List.of(messages));
  }
}
