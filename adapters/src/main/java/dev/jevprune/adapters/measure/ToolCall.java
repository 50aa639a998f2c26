package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.lifecycle.HostTools;
import dev.jevprune.core.lifecycle.PathSpelling;
import dev.jevprune.core.lifecycle.ToolAction;
import dev.jevprune.core.lifecycle.ToolHost;
import java.util.List;
import java.util.OptionalLong;

/**
 * A call, as far as it is compared.
 *
 * @param action what it does to files, with paths in one spelling
 * @param firstLine the first line that was asked for, from 1
 * @param arguments size and digest of the arguments, their members sorted
 */
record ToolCall(String tool, ToolAction action, long firstLine, Body arguments) {

  /** A session's own folder is not known; relative paths equal relative ones. */
  private static final HostTools TOOLS =
      HostTools.of(ToolHost.ANY, PathSpelling.in(""), /* shellEdits= */ false);

  /** A call with arguments as JSON; a text that spells an object is read as that object. */
  static ToolCall of(String tool, Json arguments, BodyReader bodies) {
    Json value = arguments instanceof JsonString text ? spelled(text) : arguments;
    return new ToolCall(
        tool,
        TOOLS.action(tool, value),
        value instanceof JsonObject object ? firstLine(object) : 1,
        bodies.text(canonical(value)));
  }

  private static Json spelled(JsonString text) {
    return text.value().startsWith("{") ? Records.parse(text.value()).orElse(text) : text;
  }

  boolean isRead() {
    return action instanceof ToolAction.Read;
  }

  boolean isEdit() {
    return action instanceof ToolAction.Edit;
  }

  /** The files it reads or edits, as far as they are known. */
  List<String> paths() {
    if (action instanceof ToolAction.Read read) {
      return read.path().isEmpty() ? List.of() : List.of(read.path());
    }
    return action instanceof ToolAction.Edit edit ? edit.paths() : List.of();
  }

  /** Offset and limit of a read, equal for two reads of the same range. */
  String range() {
    return action instanceof ToolAction.Read read ? read.range() : "";
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
}
