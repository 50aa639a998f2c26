package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.evaluate.EvaluatorChoice;
import dev.jevprune.adapters.evaluate.VerdictStore;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.RequestCodec;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.adapters.store.SessionStore;
import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.adapters.store.StatsStore;
import dev.jevprune.adapters.store.StoreException;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Answers the requests of the worker protocol. Knows nothing of sockets: the socket server and a
 * host in the same process call the same method. May be called by several threads.
 */
public final class RequestHandler {
  private final Path dataHome;
  private final Clock clock;
  private final String version;
  private final WorkerFacts facts;
  private final BiConsumer<String, Throwable> defects;
  private final Decider decider;
  private final Statistics statistics;
  private final WorkerConfig config;
  private final Chains chains;
  private final ShimVersions shims = new ShimVersions();
  private final AtomicLong served = new AtomicLong();

  /**
   * A handler for direct calls.
   *
   * @param dataHome absolute path of the data home; folders in it are made when they are missing
   * @param clock the time of decisions, tickets and heartbeats
   * @param tokens the token counter; {@link TokenCounter#none} shows bytes alone
   * @param version the product's version, as {@code hello} and {@code status} report it
   */
  public RequestHandler(Path dataHome, Clock clock, TokenCounter tokens, String version) {
    this(dataHome, clock, tokens, version, EvaluatorChoice.NONE);
  }

  /**
   * A handler for direct calls that can let a model judge.
   *
   * @param evaluators whom an assessment asks
   */
  public RequestHandler(
      Path dataHome, Clock clock, TokenCounter tokens, String version, EvaluatorChoice evaluators) {
    this(
        dataHome,
        clock,
        tokens,
        version,
        evaluators,
        WorkerFacts.direct(clock.instant()),
        (where, cause) -> {});
  }

  RequestHandler(
      Path dataHome,
      Clock clock,
      TokenCounter tokens,
      String version,
      EvaluatorChoice evaluators,
      WorkerFacts facts,
      BiConsumer<String, Throwable> defects) {
    this(dataHome, clock, tokens, version, evaluators, facts, defects, Map.of());
  }

  /**
   * @param environment the worker's, of which stages of other packages get a part
   */
  RequestHandler(
      Path dataHome,
      Clock clock,
      TokenCounter tokens,
      String version,
      EvaluatorChoice evaluators,
      WorkerFacts facts,
      BiConsumer<String, Throwable> defects,
      Map<String, String> environment) {
    this.dataHome = dataHome;
    this.clock = clock;
    this.version = version;
    this.facts = facts;
    this.defects = defects;
    this.config = new WorkerConfig(dataHome);
    config.now(); // hosts that start from now on read what holds now
    this.chains = new Chains(clock, System::nanoTime, environment);
    this.statistics =
        new Statistics(
            scope -> new StatsStore(new StateLayout(dataHome, scope.profile()), clock), defects);
    this.decider =
        new Decider(this::store, clock, tokens, evaluators, this::verdicts, config, statistics);
  }

  /**
   * Answers one request. Never throws: whatever goes wrong becomes an {@code ok: false} reply.
   *
   * @param request the request object as it was parsed
   * @return the reply, with the request's {@code id}
   */
  public JsonObject handle(JsonObject request) {
    served.incrementAndGet();
    try {
      return Replies.success(request, answer(RequestCodec.parse(request)));
    } catch (ProtocolException e) {
      return Replies.failure(request, e.code(), e.text());
    } catch (StoreException e) {
      return Replies.failure(request, code(e), String.valueOf(e.getMessage()));
    } catch (IOException e) {
      defects.accept("store", e);
      return Replies.failure(
          request,
          ErrorCode.INTERNAL,
          "The state in "
              + dataHome
              + " could not be read or written ("
              + e.getClass().getSimpleName()
              + "); nothing new is left out. Check the disk and the"
              + " rights of that folder.");
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      defects.accept("request", e);
      return Replies.failure(request, ErrorCode.INTERNAL, Replies.INTERNAL_TEXT);
    }
  }

  private static ErrorCode code(StoreException e) {
    return e.kind() == StoreException.Kind.CHANGED ? ErrorCode.STALE : ErrorCode.REFUSED;
  }

  private JsonObject answer(Request request) throws ProtocolException, IOException {
    if (request instanceof Request.Hello hello) {
      return hello(hello);
    } else if (request instanceof Request.Heartbeat heartbeat) {
      return heartbeat(heartbeat);
    } else if (request instanceof Request.Chain chain) {
      return chains.answer(chain);
    } else if (request instanceof Request.Status) {
      return status();
    } else if (request instanceof Request.Stop) {
      facts.stop();
      return JsonObject.EMPTY;
    }
    return decider.answer(request);
  }

  private JsonObject hello(Request.Hello hello) throws ProtocolException {
    OptionalInt common = ProtocolRange.OURS.common(hello.protocol());
    if (common.isEmpty()) {
      throw RequestCodec.unsupported(hello.protocol().toString());
    }
    shims.greeted(hello.profile(), hello.shimVersion());
    return JsonObject.builder()
        .put("protocol", common.getAsInt())
        .put(
            "worker",
            JsonObject.builder()
                .put("version", version)
                .put("pid", facts.pid())
                .put("startedAt", facts.startedAt().toString())
                .build())
        .put("settings", config.forShims())
        .build();
  }

  private JsonObject heartbeat(Request.Heartbeat heartbeat) throws IOException {
    Scope scope = heartbeat.scope();
    JsonObject.Builder kept =
        JsonObject.builder()
            .put("schema", "jev-prune.heartbeat.v1")
            .put("host", scope.host())
            .put("hostVersion", heartbeat.hostVersion())
            .put("sessionKey", StateLayout.sessionKey(scope.session()))
            .put("at", clock.instant().toString());
    shims.of(scope.profile()).ifPresent(shim -> kept.put("shimVersion", shim));
    heartbeat.figures().forEach(kept::put);
    SessionStore store = store(scope);
    store.writeHeartbeat(kept.build());
    store.touch(scope.session());
    heartbeat.usage().ifPresent(usage -> statistics.heard(scope, usage));
    return JsonObject.EMPTY;
  }

  private JsonObject status() {
    return JsonObject.builder()
        .put("version", version)
        .put("protocol", WorkerRecord.json(ProtocolRange.OURS))
        .put("pid", facts.pid())
        .put("startedAt", facts.startedAt().toString())
        .put("connected", facts.connected())
        .put("requests", served.get())
        .put("idleMillis", facts.idleMillis())
        .put("disabled", chains.disabled())
        .build();
  }

  private VerdictStore verdicts(Digest profile) {
    return new VerdictStore(
        dataHome, new StateLayout(dataHome, profile).folder(), new PrivateFiles());
  }

  private SessionStore store(Scope scope) {
    return new SessionStore(new StateLayout(dataHome, scope.profile()), scope.format(), clock);
  }
}
