package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A call, as far as it is compared.
 *
 * @param paths the files it names, as the host spells them
 * @param range offset and limit as they were spelled, equal for two reads of the same range
 * @param firstLine the first line that was asked for, from 1
 * @param arguments size and digest of the arguments, their members sorted
 */
record ToolCall(
    String tool, ToolKind kind, List<String> paths, String range, long firstLine, Body arguments) {

  private static final String[] PATHS = {
    "file_path", "filePath", "path", "notebook_path", "absolute_path", "filename"
  };
  private static final String[] RANGES = {
    "offset", "limit", "start_line", "end_line", "view_range", "start", "end", "cursor"
  };

  ToolCall {
    paths = List.copyOf(paths);
  }

  /** A call with arguments as JSON; a text that spells an object is read as that object. */
  static ToolCall of(String tool, Json arguments, BodyReader bodies) {
    Json value = arguments instanceof JsonString text ? spelled(text) : arguments;
    JsonObject object = value instanceof JsonObject o ? o : JsonObject.EMPTY;
    ToolKind kind = ToolKind.of(tool);
    return new ToolCall(
        tool,
        kind,
        kind == ToolKind.OTHER ? List.of() : paths(value, object),
        kind == ToolKind.READ ? range(object) : "",
        firstLine(object),
        bodies.text(canonical(value)));
  }

  /** A call of a host that spells no arguments: a command line. */
  static ToolCall ofCommand(String tool, ToolKind kind, String path, String range, Body arguments) {
    return new ToolCall(
        tool, kind, path.isEmpty() ? List.of() : List.of(path), range, 0, arguments);
  }

  private static Json spelled(JsonString text) {
    return text.value().startsWith("{") ? Records.parse(text.value()).orElse(text) : text;
  }

  private static List<String> paths(Json value, JsonObject object) {
    for (String name : PATHS) {
      Optional<String> path = object.string(name);
      if (path.isPresent()) {
        return List.of(path.get());
      }
    }
    return patched(
        object
            .string("patchText")
            .or(() -> object.string("patch"))
            .or(() -> object.string("input"))
            .orElse(value instanceof JsonString text ? text.value() : ""));
  }

  /** The files that a patch in the form of apply_patch names. */
  private static List<String> patched(String patch) {
    List<String> paths = new ArrayList<>();
    for (String line : patch.lines().toList()) {
      for (String mark :
          new String[] {"*** Update File: ", "*** Add File: ", "*** Delete File: "}) {
        if (line.startsWith(mark)) {
          paths.add(line.substring(mark.length()).strip());
        }
      }
    }
    return paths;
  }

  private static String range(JsonObject object) {
    StringBuilder range = new StringBuilder();
    for (String name : RANGES) {
      object
          .get(name)
          .ifPresent(value -> range.append(name).append('=').append(canonical(value)).append(' '));
    }
    return range.toString();
  }

  private static long firstLine(JsonObject object) {
    for (String name : new String[] {"offset", "start_line"}) {
      if (object.get(name).orElse(null) instanceof JsonNumber number) {
        OptionalLong line = number.longValue();
        if (line.isPresent()) {
          return Math.max(1, line.getAsLong());
        }
      }
    }
    return 1;
  }

  static String canonical(Json value) {
    try {
      return CanonicalJson.write(value);
    } catch (JsonException e) {
      try {
        return JsonText.write(value); // not comparable, but still a size
      } catch (JsonException deeper) {
        return "";
      }
    }
  }

  String toolName() {
    return tool.isEmpty() ? "(unnamed)" : tool;
  }

  boolean isTool(String name) {
    return tool.toLowerCase(Locale.ROOT).equals(name);
  }
}
