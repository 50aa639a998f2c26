package dev.jevprune.core.snapshot;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** What a host did to a body itself: such a body is neither the file's text nor ours to judge. */
final class HostNotice {

  private HostNotice() {}

  /** Pi cuts long reads, says so in a bracketed last line, and describes the cut in the details. */
  static boolean inPi(JsonObject result, List<String> texts) {
    boolean described =
        result.object("details").flatMap(details -> details.object("truncation")).isPresent();
    return described || endsWithNotice(texts.get(texts.size() - 1));
  }

  /**
   * OpenCode marks a part that it clears, and lists the instruction files that it added to a read.
   */
  static boolean inOpenCode(JsonObject state) {
    Optional<Json> compacted = state.object("time").flatMap(time -> time.get("compacted"));
    Optional<JsonArray> loaded =
        state.object("metadata").flatMap(metadata -> metadata.array("loaded"));
    return !Content.isFalsy(compacted) || loaded.filter(list -> !list.isEmpty()).isPresent();
  }

  private static boolean endsWithNotice(String text) {
    if (!text.endsWith("]")) {
      return false;
    }
    String line = text.substring(text.lastIndexOf('\n') + 1);
    if (line.startsWith("[Showing lines ")) {
      return true;
    }
    int digits = 1;
    while (digits < line.length() && Character.isDigit(line.charAt(digits))) {
      digits++;
    }
    return line.startsWith("[") && digits > 1 && line.startsWith(" more lines in file.", digits);
  }
}
