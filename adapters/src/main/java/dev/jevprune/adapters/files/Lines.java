package dev.jevprune.adapters.files;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The JSON objects of a file with one a line.
 *
 * @param objects one for each line that is not blank; a line that could not be read is an object
 *     without members, so that the others keep their numbers
 * @param broken how many could not be read
 */
record Lines(List<JsonObject> objects, int broken) {

  Lines {
    objects = List.copyOf(objects);
  }

  /** Never fails: what is no object costs its line. */
  static Lines of(byte[] bytes) {
    List<JsonObject> objects = new ArrayList<>();
    int broken = 0;
    int start = 0;
    while (start < bytes.length) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (!isBlank(bytes, start, end)) {
        JsonObject object = parse(Arrays.copyOfRange(bytes, start, end));
        broken += object.members().isEmpty() ? 1 : 0;
        objects.add(object);
      }
      start = end + 1;
    }
    return new Lines(objects, broken);
  }

  private static JsonObject parse(byte[] line) {
    try {
      Json value = ConversationJson.parse(line);
      return value instanceof JsonObject object ? object : JsonObject.EMPTY;
    } catch (JsonException e) {
      return JsonObject.EMPTY;
    }
  }

  private static boolean isBlank(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] > ' ' || bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }
}
