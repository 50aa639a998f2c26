package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.bus.chain.Stage;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Our own stage of a chain that a shim asks for. The shim has checked every proof already and says
 * which messages its replay changes, and into what: so a request looks the same with the bus and
 * without it. Here an edit only waits for the stages before us to leave what it rests on.
 */
final class OwnEdits implements Stage {

  private final JsonArray original;
  private final List<Request.OwnEdit> edits;
  private boolean done;

  OwnEdits(JsonArray original, List<Request.OwnEdit> edits) {
    this.original = original;
    this.edits = List.copyOf(edits);
  }

  @Override
  public Json run(JsonObject request, long budgetMillis) {
    done = true;
    JsonArray current = request.array("messages").orElse(JsonArray.EMPTY);
    JsonArray next = apply(current);
    return JsonObject.builder()
        .put("ok", true)
        .put("messages", next)
        .put("notes", JsonArray.of(note(!next.equals(current))))
        .build();
  }

  /** Whether the chain came to this stage; it may have run out of time before. */
  boolean isDone() {
    return done;
  }

  /** The list with those edits whose message, and the copy it names, are as they came. */
  JsonArray apply(JsonArray current) {
    boolean same = current.equals(original);
    Map<Json, Integer> places = new HashMap<>();
    if (!same) {
      for (int at = 0; at < current.size(); at++) {
        places.putIfAbsent(current.get(at), at);
      }
    }
    List<Json> next = new ArrayList<>(current.elements());
    for (Request.OwnEdit edit : edits) {
      Integer at = same ? edit.index() : places.get(original.get(edit.index()));
      boolean holds =
          same
              || edit.witness().isEmpty()
              || places.containsKey(original.get(edit.witness().getAsInt()));
      if (at != null && holds) {
        next.set(at, edit.message());
      }
    }
    return new JsonArray(next);
  }

  private static JsonObject note(boolean applied) {
    return applied
        ? JsonObject.builder().put("action", "repeated reads left out").build()
        : JsonObject.builder()
            .put("action", "passthrough")
            .put("detail", "nothing to leave out of this list")
            .build();
  }
}
