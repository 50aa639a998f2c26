package dev.jevprune.bus.chain;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;

/** One stage of a chain, in this process or another. */
public interface Stage {

  /**
   * Answers one request.
   *
   * @param request what {@code jev-bus.stage.v1} sends
   * @param budgetMillis at least 1; a stage that is not done by then is late
   * @return the reply, as {@code jev-bus.stage.v1} says; it is checked by the caller
   * @throws StageException when there is none
   */
  Json run(JsonObject request, long budgetMillis) throws StageException, InterruptedException;
}
