package dev.jevprune.core.testing;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Finds the records that prove a result, so that tests can change them. */
public final class Records {

  private Records() {}

  /**
   * A record and where it stands.
   *
   * @param message the message that is or holds it
   * @param list the member of the message that lists it, empty when the message itself is it
   * @param part its place in that list
   * @param record the record
   */
  public record Place(int message, String list, OptionalInt part, JsonObject record) {

    /** The list with another value in this place. */
    public JsonArray put(JsonArray messages, Json value) {
      List<Json> changed = new ArrayList<>(messages.elements());
      if (part.isEmpty()) {
        changed.set(message, value);
      } else {
        JsonObject holder = (JsonObject) changed.get(message);
        List<Json> parts = new ArrayList<>(holder.array(list).orElseThrow().elements());
        parts.set(part.getAsInt(), value);
        changed.set(message, holder.with(list, new JsonArray(parts)));
      }
      return new JsonArray(changed);
    }
  }

  /** The call record and the result record of that id; one record where a format has one. */
  public static List<Place> of(Format format, JsonArray messages, String id) {
    String list =
        switch (format) {
          case PI -> "content";
          case OPENAI -> "tool_calls";
          case OPENCODE -> "parts";
        };
    String resultId = format == Format.PI ? "toolCallId" : "tool_call_id";
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      JsonObject message = (JsonObject) messages.get(i);
      if (message.string(resultId).filter(id::equals).isPresent()) {
        places.add(new Place(i, "", OptionalInt.empty(), message));
      }
      JsonArray parts = message.array(list).orElse(JsonArray.EMPTY);
      for (int p = 0; p < parts.size(); p++) {
        if (parts.get(p) instanceof JsonObject part
            && part.string("id").filter(id::equals).isPresent()) {
          places.add(new Place(i, list, OptionalInt.of(p), part));
        }
      }
    }
    return places;
  }

  /** Nearly the same value: one scalar in it differs, or it has one element more. */
  public static Json altered(Json value) {
    if (value instanceof JsonString text) {
      return new JsonString(text.value() + "x");
    }
    if (value instanceof JsonBool bool) {
      return new JsonBool(!bool.value());
    }
    if (value instanceof JsonNumber number) {
      return new JsonNumber("1" + number.literal().replace("-", ""));
    }
    if (value instanceof JsonArray array && !array.isEmpty()) {
      List<Json> elements = new ArrayList<>(array.elements());
      elements.set(0, altered(elements.get(0)));
      return new JsonArray(elements);
    }
    if (value instanceof JsonObject object && !object.members().isEmpty()) {
      Map<String, Json> members = new LinkedHashMap<>(object.members());
      String last = List.copyOf(members.keySet()).get(members.size() - 1);
      members.put(last, altered(members.getOrDefault(last, Json.of(0))));
      return new JsonObject(members);
    }
    return Json.of(1);
  }
}
