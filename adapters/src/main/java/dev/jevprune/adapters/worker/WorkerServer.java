package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Frames;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Serves a {@link RequestHandler} at an {@link Endpoint}, one thread per connection. Whatever a
 * client sends ends at most its own connection.
 */
final class WorkerServer implements WorkerFacts {
  static final int BACKLOG = 64;

  private static final int MAX_CONNECTIONS = 128;
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private final Endpoint endpoint;
  private final Instant startedAt;
  private final WorkerLog log;
  private final Activity activity = new Activity();
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

  /**
   * @param endpoint bound already
   */
  WorkerServer(Endpoint endpoint, Instant startedAt, WorkerLog log) {
    this.endpoint = endpoint;
    this.startedAt = startedAt;
    this.log = log;
  }

  /**
   * Serves until {@link #stop} is called or no shim was connected and nothing was asked for {@code
   * idle}; then finishes what runs. {@code unpublish} runs when new clients must no longer find us.
   */
  void serve(RequestHandler handler, Duration idle, Runnable unpublish) throws IOException {
    thread("jev-prune-accept", () -> acceptAll(handler)).start();
    activity.awaitEnd(idle);
    unpublish.run();
    endpoint.remove();
    endpoint
        .channel()
        .close(); // a client that is queued sees the end of the stream and tries again
    activity.awaitQuiet(DRAIN);
    for (SocketChannel connection : open) {
      close(connection);
    }
  }

  private void acceptAll(RequestHandler handler) {
    try {
      while (true) {
        SocketChannel connection = endpoint.channel().accept();
        try {
          thread("jev-prune-client", () -> serveConnection(connection, handler)).start();
        } catch (RuntimeException | OutOfMemoryError e) {
          log.defect("accept", e);
          close(connection);
        }
      }
    } catch (ClosedChannelException e) {
      // The server ends.
    } catch (IOException e) {
      log.defect("accept", e);
      stop();
    }
  }

  private void serveConnection(SocketChannel channel, RequestHandler handler) {
    try (channel) {
      if (admit(channel)) {
        new Connection(channel, handler, activity, log).run();
      }
    } catch (IOException e) {
      // The client went away; what it had asked for is done or was never whole.
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      log.defect("connection", e);
    } finally {
      open.remove(channel);
    }
  }

  private boolean admit(SocketChannel connection) throws IOException {
    Optional<String> refusal = endpoint.refusal(connection);
    if (refusal.isPresent()) {
      log.line(refusal.get());
      return false;
    }
    if (!enter(connection)) {
      Frames.write(
          connection,
          Replies.bytes(
              Replies.failure(
                  ErrorCode.BUSY,
                  "The worker serves "
                      + MAX_CONNECTIONS
                      + " connections already; close a session"
                      + " or try again later.")));
      return false;
    }
    activity.touch();
    return true;
  }

  // Each connection has a thread of its own, so counting and entering are one step.
  private synchronized boolean enter(SocketChannel connection) {
    return open.size() < MAX_CONNECTIONS && open.add(connection);
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void close(SocketChannel connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  @Override
  public long pid() {
    return ProcessHandle.current().pid();
  }

  @Override
  public Instant startedAt() {
    return startedAt;
  }

  @Override
  public int connected() {
    return activity.shims();
  }

  @Override
  public long idleMillis() {
    return TimeUnit.NANOSECONDS.toMillis(activity.idleNanos());
  }

  @Override
  public void stop() {
    activity.end();
  }
}
