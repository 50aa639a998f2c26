package dev.jevprune.adapters.evaluate;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.core.evaluate.EvaluatorReply;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes each call in a child process of the same Java runtime, so that a deadline can end it
 * whatever it hangs in, and so that the key is in no process that lives on. The key is in the
 * child's environment alone: not in an argument, a file or a log.
 */
public final class TransportChild implements Transport {

  /** How long a call may take, start of the child included. */
  public static final Duration LIMIT = Duration.ofSeconds(10);

  private final ChildRuntime runtime;
  private final Optional<URI> loopback;
  private final Optional<ApiKey> key;
  private final Duration limit;
  private final ChildRunner runner;

  /**
   * @param runtime with what the child is started
   * @param loopback an address on this machine; nothing for the fixed remote address
   * @param key the key; nothing for a service that wants none
   * @param limit how long a call may take
   * @param runner runs the child
   */
  TransportChild(
      ChildRuntime runtime,
      Optional<URI> loopback,
      Optional<ApiKey> key,
      Duration limit,
      ChildRunner runner) {
    this.runtime = runtime;
    this.loopback = loopback;
    this.key = key;
    this.limit = limit;
    this.runner = runner;
  }

  /** The way to the remote service. */
  public static Transport toTypesafe(ChildRuntime runtime, ApiKey key) {
    return new TransportChild(
        runtime, Optional.empty(), Optional.of(key), LIMIT, new SystemChildRunner());
  }

  /** The way to a service on this machine. */
  public static Transport toLoopback(ChildRuntime runtime, URI url) {
    return new TransportChild(
        runtime, Optional.of(url), Optional.empty(), LIMIT, new SystemChildRunner());
  }

  @Override
  public byte[] post(byte[] body) throws EvaluatorException {
    ChildRunner.Result result;
    try {
      result =
          runner.run(
              command(),
              variables(),
              body,
              EvaluatorReply.MAX_BYTES + TransportReport.MAX_LINE_BYTES,
              limit);
    } catch (IOException e) {
      throw new EvaluatorException(
          Kind.DEADLINE,
          "The process that asks the evaluator could not be started with "
              + runtime.java()
              + ". Nothing was sent.");
    }
    if (result.late()) {
      throw new EvaluatorException(
          Kind.DEADLINE,
          "The evaluator did not answer within "
              + limit.toMillis() / 1000.0
              + " s; the call was ended. Nothing was approved. Try again later.");
    }
    Optional<TransportReport> report =
        result.exit() == 0 ? TransportReport.parse(result.output()) : Optional.empty();
    if (report.isEmpty()) {
      throw new EvaluatorException(
          Kind.TRANSPORT, "The process that asks the evaluator failed. Nothing was approved.");
    }
    if (report.get().word() != TransportReport.Word.OK
        || report.get().body().length > EvaluatorReply.MAX_BYTES) {
      throw TransportFailure.of(report.get(), loopback.isPresent());
    }
    return report.get().body();
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(runtime.command());
    command.add("-D" + TransportMain.LIMIT_PROPERTY + "=" + limit.toMillis());
    loopback.ifPresent(url -> command.add("-D" + TransportMain.ORIGIN_PROPERTY + "=" + url));
    command.add(TransportMain.class.getName());
    return command;
  }

  private Map<String, String> variables() {
    // A service on this machine is reached without a proxy.
    Map<String, String> variables =
        new HashMap<>(key.isPresent() ? runtime.variables() : runtime.ownVariables());
    key.ifPresent(value -> variables.put(EvaluatorSettings.API_KEY, value.reveal()));
    return variables;
  }
}
