package dev.jevprune.adapters.protocol;

import dev.jevprune.core.json.JsonObject;
import java.util.Optional;

/**
 * What a shim heard from the provider since it opened a session in its process: one run. Sums only
 * grow within a run; another process, or the session opened again, is another run.
 *
 * @param run names the run within its session; {@code ""} when the shim names none
 * @param requests how many requests went out
 * @param projected how many of them lacked something, or would have in observe mode
 * @param model the model of all these answers; nothing when none was named, or several
 * @param all of all answers
 * @param pruned of those whose request lacked something
 * @param observed of those whose request would have lacked something, in observe mode
 */
public record RunUsage(
    String run,
    long requests,
    long projected,
    Optional<Request.ModelName> model,
    TokenSums all,
    LackingSums pruned,
    LackingSums observed) {

  private static final int MAX_RUN = 64;

  /** Reads the member {@code usage} of a heartbeat, or what {@link #toJson} wrote. */
  public static RunUsage of(Fields fields) throws ProtocolException {
    String run = fields.optionalText("run").orElse("");
    if (run.length() > MAX_RUN) {
      throw fields.missing("run", "a text of at most " + MAX_RUN + " characters");
    }
    TokenSums all = TokenSums.of(fields);
    LackingSums pruned = lacking(fields, "pruned");
    LackingSums observed = lacking(fields, "observed");
    // A shim that does not tell sent at least what was answered.
    long lacked = pruned.tokens().all() + observed.tokens().all();
    return new RunUsage(
        run,
        fields.optionalWhole("requests").orElse(all.all()),
        fields.optionalWhole("projected").orElse(lacked),
        model(fields),
        all,
        pruned,
        observed);
  }

  private static Optional<Request.ModelName> model(Fields fields) throws ProtocolException {
    Optional<Fields> model = fields.optionalObject("model");
    if (model.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Request.ModelName(
            "",
            model.get().optionalText("provider").orElse(""),
            model.get().optionalText("id").orElse("")));
  }

  private static LackingSums lacking(Fields fields, String name) throws ProtocolException {
    Optional<Fields> lacking = fields.optionalObject(name);
    return lacking.isEmpty() ? LackingSums.NONE : LackingSums.of(lacking.get());
  }

  /** Whether something was reported, and none of it read from a cache or written to one. */
  public boolean reportsNoCache() {
    return all.answers() > 0 && all.cacheRead() == 0 && all.cacheWrite() == 0;
  }

  /** The same run, heard once more: sums that are behind what was heard came late. */
  public RunUsage latest(RunUsage other) {
    return other.all.answers() >= all.answers() && other.requests >= requests ? other : this;
  }

  /** Both runs as one; the model only where both have it. */
  public RunUsage plus(RunUsage other) {
    return new RunUsage(
        run,
        requests + other.requests,
        projected + other.projected,
        all.answers() == 0
            ? other.model
            : other.all.answers() == 0 ? model : model.filter(m -> other.model.equals(model)),
        all.plus(other.all),
        pruned.plus(other.pruned),
        observed.plus(other.observed));
  }

  /** As it travels and is stored. */
  public JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder().put("run", run).put("requests", requests).put("projected", projected);
    model.ifPresent(
        named ->
            json.put(
                "model",
                JsonObject.builder()
                    .put("provider", named.provider())
                    .put("id", named.id())
                    .build()));
    all.json().build().members().forEach(json::put);
    json.put("pruned", pruned.toJson());
    if (observed.bytes() > 0) {
      json.put("observed", observed.toJson());
    }
    return json.build();
  }
}
