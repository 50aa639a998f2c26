package dev.jevprune.bus.chain;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.Claim;
import dev.jevprune.bus.registry.Registry;
import dev.jevprune.bus.registry.StageEntry;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Runs chains. Never decides from what a stage says in its notes: what counts is the list it gives
 * back, held against its claims. May be used by several threads.
 */
public final class ChainRunner {

  /** The stage name of the chain's own notes. */
  public static final String BUS = "jev-bus";

  private final Function<StageEntry, Stage> stages;
  private final StageMemory memory;
  private final LongSupplier nanos;

  /**
   * @param stages how an entry is run
   * @param memory which stages are not asked any more
   * @param nanos a clock that only goes forward
   */
  public ChainRunner(Function<StageEntry, Stage> stages, StageMemory memory, LongSupplier nanos) {
    this.stages = stages;
    this.memory = memory;
    this.nanos = nanos;
  }

  /**
   * Runs the chain of the request's host.
   *
   * @param wanted which of its stages take part
   * @param budgetMillis the time for all of them
   */
  public ChainResult run(
      Registry registry, Predicate<StageEntry> wanted, ChainRequest request, long budgetMillis)
      throws InterruptedException {
    List<StageEntry> chain;
    try {
      chain = registry.chain(request.host()).stream().filter(wanted).toList();
    } catch (BusException e) {
      return refused(request, e.text());
    }
    Run run = new Run(request, budgetMillis);
    for (StageEntry entry : chain) {
      run.ask(entry);
    }
    return run.result();
  }

  /** The list as it came, with a note that says why no stage was asked. */
  public static ChainResult refused(ChainRequest request, String why) {
    Notes notes = new Notes();
    notes.add(BUS, "chain-refused", why);
    return new ChainResult(
        request.messages(), origins(request.messages()), notes.list(), List.of(), List.of());
  }

  private static List<Integer> origins(JsonArray messages) {
    return IntStream.range(0, messages.size()).boxed().toList();
  }

  /** One list on its way. */
  private final class Run {
    private final ChainRequest request;
    private final Notes notes = new Notes();
    private final List<String> appends = new ArrayList<>();
    private final List<String> disabled = new ArrayList<>();
    private JsonArray current;
    private List<Integer> origins;
    private long leftMillis;

    Run(ChainRequest request, long budgetMillis) {
      this.request = request;
      this.current = request.messages();
      this.origins = origins(request.messages());
      this.leftMillis = budgetMillis;
    }

    void ask(StageEntry entry) throws InterruptedException {
      String name = entry.name();
      if (memory.isDisabled(name)) {
        notes.add(name, "skipped", "switched off until restart: it did more than it claims");
        return;
      }
      if (memory.wasLate(request.session(), name)) {
        notes.add(name, "skipped", "late once in this session");
        return;
      }
      if (leftMillis <= 0) {
        notes.add(name, "skipped", "no time left for this stage");
        return;
      }
      long budget = leftMillis;
      long start = nanos.getAsLong();
      try {
        Json reply = stages.apply(entry).run(request.toStage(current, notes.toJson()), budget);
        take(entry, reply);
      } catch (StageException e) {
        if (e.isLate()) {
          memory.late(request.session(), name);
        }
        notes.add(name, "passthrough", e.text());
      } catch (RuntimeException | StackOverflowError e) {
        notes.add(name, "passthrough", "failed with " + e.getClass().getSimpleName());
      } finally {
        leftMillis -= TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - start);
      }
    }

    private void take(StageEntry entry, Json value) {
      if (!(value instanceof JsonObject reply) || !reply.bool("ok").orElse(false)) {
        notes.add(entry.name(), "passthrough", "the stage declined");
        return;
      }
      if (request.op() == Op.PLAN) {
        notes.addAll(entry.name(), reply.get("notes"));
        return;
      }
      Optional<JsonArray> next = reply.array("messages");
      if (next.isEmpty()) {
        notes.add(entry.name(), "passthrough", "the reply has no list of messages");
        return;
      }
      Optional<String> append = reply.string("system_append").filter(text -> !text.isEmpty());
      if (append.isPresent() && !entry.claims().contains(Claim.SYSTEM_APPEND)) {
        breach(entry, "it appends to the system prompt without claiming " + Claim.SYSTEM_APPEND);
        return;
      }
      ClaimCheck.Verdict verdict =
          ClaimCheck.check(current, next.get(), entry.claims(), request.format());
      if (verdict instanceof ClaimCheck.Broken broken) {
        breach(entry, broken.how());
      } else if (verdict instanceof ClaimCheck.Kept kept) {
        List<Integer> before = origins;
        origins = kept.origins().stream().map(before::get).toList();
        current = next.get();
        append.filter(text -> request.acceptsSystemAppend()).ifPresent(appends::add);
        notes.addAll(entry.name(), reply.get("notes"));
      }
    }

    private void breach(StageEntry entry, String how) {
      memory.disable(entry.name());
      disabled.add(entry.name());
      notes.add(entry.name(), "disabled", how);
    }

    ChainResult result() {
      return new ChainResult(current, origins, notes.list(), appends, disabled);
    }
  }
}
