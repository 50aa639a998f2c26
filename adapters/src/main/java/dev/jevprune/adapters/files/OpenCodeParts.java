package dev.jevprune.adapters.files;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * OpenCode's tool parts as decisions know them: by the call's id, its arguments and its text, and
 * what the host did to the text. Ids of parts, messages and sessions change when a session is
 * forked. The shim's list form makes the same records.
 */
public final class OpenCodeParts {

  private OpenCodeParts() {}

  /** Whether an element of a message's parts is a tool part. */
  public static boolean isTool(Json element) {
    return element instanceof JsonObject part
        && part.string("type").filter("tool"::equals).isPresent();
  }

  /** The state of a part, an empty object when there is none. */
  public static JsonObject state(JsonObject part) {
    return part.object("state").orElse(JsonObject.EMPTY);
  }

  /** The call record of a tool part. */
  public static JsonObject call(JsonObject part) {
    JsonObject.Builder input = JsonObject.builder();
    state(part).get("input").ifPresent(value -> input.put("input", value));
    JsonObject.Builder call = JsonObject.builder().put("type", "tool");
    part.get("callID").ifPresent(id -> call.put("callID", id));
    part.get("tool").ifPresent(tool -> call.put("tool", tool));
    return call.put("state", input.build()).build();
  }

  /** The result record of a tool part. */
  public static JsonObject result(JsonObject part) {
    JsonObject state = state(part);
    JsonObject.Builder result = JsonObject.builder();
    state.get("status").ifPresent(status -> result.put("status", status));
    state.get("output").ifPresent(output -> result.put("output", output));
    some(state.object("time").flatMap(time -> time.get("compacted")))
        .ifPresent(at -> result.put("time", JsonObject.builder().put("compacted", at).build()));
    some(state.object("metadata").flatMap(data -> data.get("loaded")))
        .ifPresent(
            files -> result.put("metadata", JsonObject.builder().put("loaded", files).build()));
    some(state.get("attachments")).ifPresent(files -> result.put("attachments", files));
    return result.build();
  }

  /** The list with its tool parts as decisions know them, each in its place. */
  public static JsonArray normal(JsonArray messages) {
    return new JsonArray(messages.elements().stream().map(OpenCodeParts::normalMessage).toList());
  }

  private static Json normalMessage(Json element) {
    if (!(element instanceof JsonObject message) || message.array("parts").isEmpty()) {
      return element;
    }
    List<Json> parts = new ArrayList<>();
    for (Json part : message.array("parts").get()) {
      parts.add(isTool(part) ? normalPart((JsonObject) part) : part);
    }
    return message.with("parts", new JsonArray(parts));
  }

  private static JsonObject normalPart(JsonObject part) {
    JsonObject.Builder state = result(part).toBuilder();
    state(part).get("input").ifPresent(input -> state.put("input", input));
    return JsonObject.builder()
        .put("id", part.get("callID").orElse(JsonNull.NULL))
        .put("type", "tool")
        .put("tool", part.get("tool").orElse(JsonNull.NULL))
        .put("state", state.build())
        .build();
  }

  /** What neither is there nor holds anything counts as none, as a script sees it. */
  private static Optional<Json> some(Optional<Json> value) {
    return value.filter(
        given ->
            given instanceof JsonObject object
                ? !object.members().isEmpty()
                : given instanceof JsonArray array
                    ? !array.isEmpty()
                    : given instanceof JsonString text
                        ? !text.value().isEmpty()
                        : given instanceof JsonNumber number
                            ? number.doubleValue() != 0
                            : given.equals(JsonBool.TRUE));
  }
}
