package dev.jevprune.bus.chain;

import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.List;

/**
 * What became of a list.
 *
 * @param messages the list that goes out
 * @param origins for each of its messages, where it stood in the list that came
 * @param notes what the stages and the chain have to say, in order
 * @param systemAppends text for behind the system prompt; empty where the carrier takes none
 * @param disabled the stages that were switched off in this run because they broke their claims
 */
public record ChainResult(
    JsonArray messages,
    List<Integer> origins,
    List<JsonObject> notes,
    List<String> systemAppends,
    List<String> disabled) {

  public ChainResult {
    origins = List.copyOf(origins);
    notes = List.copyOf(notes);
    systemAppends = List.copyOf(systemAppends);
    disabled = List.copyOf(disabled);
  }
}
