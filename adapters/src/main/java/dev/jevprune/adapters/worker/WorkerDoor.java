package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.evaluate.EvaluatorChoice;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * The way to the stores for a command line. A running worker stays the only writer and is asked
 * through its socket; where none runs, its lock is held and the same code answers in this process.
 * Starts no worker.
 */
public final class WorkerDoor implements AutoCloseable {
  private static final int TRIES = 4;

  private final Answerer answerer;
  private final AutoCloseable held;
  private int nextId = 1;

  private interface Answerer {
    JsonObject answer(JsonObject request) throws IOException, ProtocolException;
  }

  private WorkerDoor(Answerer answerer, AutoCloseable held) {
    this.answerer = answerer;
    this.held = held;
  }

  /**
   * Opens the way to the stores of {@code dataHome}, which must exist.
   *
   * @param deadline for each answer of a running worker
   * @throws IOException when a worker holds the lock but cannot be reached
   */
  public static WorkerDoor open(Path dataHome, Clock clock, Duration deadline) throws IOException {
    return open(dataHome, clock, deadline, EvaluatorChoice.NONE);
  }

  /**
   * Opens a way on which a model can be asked too.
   *
   * @param deadline for each answer of a running worker; an assessment takes up to 10 s
   * @param evaluators whom an assessment in this process asks; a running worker has its own
   * @throws IOException when a worker holds the lock but cannot be reached
   */
  public static WorkerDoor open(
      Path dataHome, Clock clock, Duration deadline, EvaluatorChoice evaluators)
      throws IOException {
    for (int i = 0; i < TRIES; i++) {
      // The worker may come or go between the two questions; taking the lock waits a moment itself.
      Optional<WorkerClient> client = WorkerClient.connect(dataHome, deadline);
      if (client.isPresent()) {
        return new WorkerDoor(client.get()::call, client.get());
      }
      Optional<WorkerLock> lock = WorkerLock.take(dataHome.resolve("worker.lock"));
      if (lock.isPresent()) {
        RequestHandler handler =
            new RequestHandler(
                dataHome, clock, TokenCounter.none(), ProductVersion.read(), evaluators);
        return new WorkerDoor(request -> success(handler.handle(request)), lock.get());
      }
    }
    throw new IOException(
        "A worker holds "
            + dataHome.resolve("worker.lock")
            + " and does not answer. Try again, or end it with jevprune worker stop.");
  }

  /**
   * Asks one operation.
   *
   * @param fields the members of the request beside version, id and operation
   * @return the reply
   * @throws ProtocolException when the answer is an error; its text says what to do
   */
  public JsonObject ask(String op, JsonObject fields) throws IOException, ProtocolException {
    JsonObject.Builder request =
        JsonObject.builder().put("v", ProtocolRange.OURS.max()).put("id", nextId++).put("op", op);
    fields.members().forEach(request::put);
    return answerer.answer(request.build());
  }

  private static JsonObject success(JsonObject reply) throws ProtocolException {
    if (reply.bool("ok").orElse(false)) {
      return reply;
    }
    JsonObject error = reply.object("error").orElse(JsonObject.EMPTY);
    throw new ProtocolException(
        ErrorCode.ofWireName(error.string("code").orElse("")),
        error.string("message").orElse("No reason was given."));
  }

  @Override
  public void close() throws IOException {
    try {
      held.close();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
