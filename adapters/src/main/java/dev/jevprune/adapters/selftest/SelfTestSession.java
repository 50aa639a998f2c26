package dev.jevprune.adapters.selftest;

import dev.jevprune.adapters.embedded.OpenCodeMessages;
import dev.jevprune.adapters.embedded.PiMessages;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import java.util.ArrayList;
import java.util.List;

/**
 * The made-up session of the self-test, as each host holds it: a file read twice with the same
 * text, a new turn, and enough behind it.
 */
public final class SelfTestSession {
  /** The session's id. */
  public static final String ID = "self-test";

  /** The text that was read, without a character that JSON would spell in another way. */
  public static final String TEXT =
      "The kettle is on the left, the cups are on the right. ".repeat(8);

  /** The text that the kept copy has after the file was changed. */
  public static final String OTHER_TEXT = TEXT.replace("left", "rear");

  /** What stands in place of the older copy once it is left out. */
  public static final String MARKER =
      "[Jev prune: repeated read-result body omitted; retained witness: call_2]";

  private static final String PATH = "notes/kitchen.txt";
  private static final int LATER = 17;

  private SelfTestSession() {}

  /** The session, a JSON array of Pi's messages. */
  static String pi() {
    PiMessages chat =
        new PiMessages()
            .user("Where is the kettle?")
            .read("call_1", PATH, TEXT)
            .read("call_2", PATH, TEXT)
            .assistant("On the left.")
            .user("Make tea.");
    for (int i = 0; i < LATER; i++) {
      chat.bash("step_" + i, "step " + i, "done " + i);
    }
    return chat.assistant("Tea is ready.").json();
  }

  /** The session, a JSON array of OpenCode's messages. */
  static String openCode() {
    OpenCodeMessages chat =
        new OpenCodeMessages()
            .user("Where is the kettle?")
            .read("call_1", PATH, TEXT)
            .read("call_2", PATH, TEXT)
            .assistant("On the left.")
            .user("Make tea.");
    for (int i = 0; i < LATER; i++) {
      chat.bash("step_" + i, "step " + i, "done " + i);
    }
    return chat.assistant("Tea is ready.").json();
  }

  /** The session, a JSON array of chat messages as Hermes sends them. */
  public static String hermes() {
    List<Json> chat = new ArrayList<>();
    chat.add(said("user", "Where is the kettle?"));
    call(chat, "call_1", "read_file", "{\"path\":\"" + PATH + "\"}", TEXT);
    call(chat, "call_2", "read_file", "{\"path\":\"" + PATH + "\"}", TEXT);
    chat.add(said("assistant", "On the left."));
    chat.add(said("user", "Make tea."));
    for (int i = 0; i < LATER; i++) {
      call(chat, "step_" + i, "terminal", "{\"command\":\"step " + i + "\"}", "done " + i);
    }
    chat.add(said("assistant", "Tea is ready."));
    return text(new JsonArray(chat));
  }

  private static void call(
      List<Json> chat, String id, String tool, String arguments, String result) {
    JsonObject function =
        JsonObject.builder().put("name", tool).put("arguments", arguments).build();
    JsonObject call =
        JsonObject.builder()
            .put("id", id)
            .put("type", "function")
            .put("function", function)
            .build();
    chat.add(said("assistant", "").with("tool_calls", JsonArray.of(call)));
    chat.add(
        said("tool", text(JsonObject.builder().put("content", result).build()))
            .with("tool_call_id", Json.of(id)));
  }

  private static JsonObject said(String role, String text) {
    return JsonObject.builder().put("role", role).put("content", text).build();
  }

  private static String text(Json value) {
    try {
      return JsonText.write(value);
    } catch (JsonException e) {
      throw new IllegalStateException("The made-up session cannot be written", e);
    }
  }
}
