package dev.jevprune.adapters.protocol;

import dev.jevprune.core.json.JsonString;
import java.util.List;

/**
 * The sources a request names.
 *
 * @param all whether all are meant; then {@code ids} is empty
 * @param ids the named ones
 */
public record Choice(boolean all, List<String> ids) {
  private static final int MAX_IDS = 1_000;

  public Choice {
    ids = List.copyOf(ids);
  }

  static Choice of(Fields fields) throws ProtocolException {
    if (fields.any("sources").orElse(null) instanceof JsonString word) {
      if (word.value().equals("all")) {
        return new Choice(true, List.of());
      }
      throw fields.missing("sources", "\"all\" or a list of ids");
    }
    List<String> ids = fields.texts("sources", MAX_IDS);
    if (ids.isEmpty()) {
      throw fields.missing("sources", "\"all\" or a list with at least one id");
    }
    return new Choice(false, ids.stream().distinct().toList());
  }
}
