package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.LackingSums;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.RunUsage;
import dev.jevprune.adapters.protocol.TokenSums;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What providers reported for one session, over all runs of its host. The last word of each run
 * counts, so a heartbeat that comes twice or late adds nothing twice, and one that is lost is made
 * up for by the next.
 *
 * @param before runs that ended long ago, as one
 * @param runs the latest runs, the one that was heard last at the end
 */
public record SessionUsage(RunUsage before, List<RunUsage> runs) {

  private static final RunUsage NO_RUN =
      new RunUsage("", 0, 0, Optional.empty(), TokenSums.NONE, LackingSums.NONE, LackingSums.NONE);

  /** Nothing was reported. */
  public static final SessionUsage NONE = new SessionUsage(NO_RUN, List.of());

  /** Runs that are told apart; a session is open in a few processes at a time. */
  static final int MAX_RUNS = 6;

  public SessionUsage {
    runs = List.copyOf(runs);
  }

  /** With what a run says of itself. */
  public SessionUsage heard(RunUsage said) {
    List<RunUsage> next = new ArrayList<>();
    RunUsage latest = said;
    for (RunUsage run : runs) {
      if (run.run().equals(said.run())) {
        latest = run.latest(said);
      } else {
        next.add(run);
      }
    }
    next.add(latest);
    RunUsage ended = before;
    while (next.size() > MAX_RUNS) {
      ended = ended.plus(next.remove(0));
    }
    return new SessionUsage(ended, next);
  }

  /** All runs as one. */
  public RunUsage total() {
    return runs.stream().reduce(before, RunUsage::plus);
  }

  JsonObject toJson() {
    return JsonObject.builder()
        .put("before", before.toJson())
        .put(
            "runs",
            new JsonArray(new ArrayList<Json>(runs.stream().map(RunUsage::toJson).toList())))
        .build();
  }

  static SessionUsage of(Fields fields) throws ProtocolException {
    List<RunUsage> runs = new ArrayList<>();
    for (Fields run : fields.objects("runs", MAX_RUNS)) {
      runs.add(RunUsage.of(run));
    }
    return new SessionUsage(RunUsage.of(fields.object("before")), runs);
  }
}
