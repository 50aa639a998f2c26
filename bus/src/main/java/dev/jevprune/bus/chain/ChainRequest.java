package dev.jevprune.bus.chain;

import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;

/**
 * One message list on its way through a chain.
 *
 * @param op what for
 * @param host the host whose chain it is
 * @param api how the host's request is formed where it has more than one form, else empty
 * @param session the session, or empty
 * @param workspace absolute path of the folder the session works in, or empty
 * @param goal the text of the user's last message, or empty
 * @param acceptsSystemAppend whether the carrier can put text behind the system prompt
 * @param format the shape of the list
 * @param messages the list
 */
public record ChainRequest(
    Op op,
    String host,
    String api,
    String session,
    String workspace,
    String goal,
    boolean acceptsSystemAppend,
    Format format,
    JsonArray messages) {

  /** The schema of what a stage reads. */
  public static final String STAGE_SCHEMA = "jev-bus.stage.v1";

  /** What a stage reads: the list as it is now, and as it came. */
  JsonObject toStage(JsonArray current, JsonArray notes) {
    return JsonObject.builder()
        .put("schema", STAGE_SCHEMA)
        .put("op", op.wireName())
        .put("host", host)
        .put("api", api)
        .put("session", session)
        .put("workspace", workspace)
        .put("goal", goal)
        .put("accepts_system_append", acceptsSystemAppend)
        .put("messages", current)
        .put("original_messages", messages)
        .put("notes", notes)
        .build();
  }
}
