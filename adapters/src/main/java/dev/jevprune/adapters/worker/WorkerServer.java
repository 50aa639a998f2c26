package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Frames;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/**
 * Serves a {@link RequestHandler} on a Unix socket, one thread per connection. Whatever a client
 * sends ends at most its own connection.
 */
final class WorkerServer implements WorkerFacts {
  /** What the socket is called until it may be connected to. */
  static final String TEMPORARY_SUFFIX = ".new";

  private static final int MAX_CONNECTIONS = 128;
  private static final int BACKLOG = 64;
  private static final Duration DRAIN = Duration.ofSeconds(5);

  private final Path socket;
  private final OwnUser user;
  private final Instant startedAt;
  private final WorkerLog log;
  private final ServerSocketChannel channel;
  private final Activity activity = new Activity();
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

  private WorkerServer(
      Path socket, OwnUser user, Instant startedAt, WorkerLog log, ServerSocketChannel channel) {
    this.socket = socket;
    this.user = user;
    this.startedAt = startedAt;
    this.log = log;
    this.channel = channel;
  }

  /**
   * Binds {@code socket}. Only the holder of the worker's lock may call this: whatever lies at the
   * path is then stale.
   */
  static WorkerServer bind(Path socket, OwnUser user, Instant startedAt, WorkerLog log)
      throws IOException {
    Path temporary = socket.resolveSibling(socket.getFileName() + TEMPORARY_SUFFIX);
    Files.deleteIfExists(temporary);
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(temporary), BACKLOG);
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
      // Clients see the old socket or one that is ready, never a half-made one.
      Files.move(
          temporary, socket, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return new WorkerServer(socket, user, startedAt, log, channel);
  }

  /**
   * Serves until {@link #stop} is called or no shim was connected and nothing was asked for {@code
   * idle}; then finishes what runs. {@code unpublish} runs when new clients must no longer find us.
   */
  void serve(RequestHandler handler, Duration idle, Runnable unpublish) throws IOException {
    thread("jev-prune-accept", () -> acceptAll(handler)).start();
    activity.awaitEnd(idle);
    unpublish.run();
    Files.deleteIfExists(socket);
    channel.close(); // a client that is queued sees the end of the stream and tries again
    activity.awaitQuiet(DRAIN);
    for (SocketChannel connection : open) {
      close(connection);
    }
  }

  private void acceptAll(RequestHandler handler) {
    try {
      while (true) {
        SocketChannel connection = channel.accept();
        try {
          admit(connection, handler);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
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

  private void admit(SocketChannel connection, RequestHandler handler) throws IOException {
    UnixDomainPrincipal peer = connection.getOption(ExtendedSocketOptions.SO_PEERCRED);
    if (!peer.user().getName().equals(user.name())) {
      log.line("refused a connection of another user");
      connection.close();
      return;
    }
    if (open.size() >= MAX_CONNECTIONS) {
      Frames.write(
          connection,
          Replies.bytes(
              Replies.failure(
                  ErrorCode.BUSY,
                  "The worker serves "
                      + MAX_CONNECTIONS
                      + " connections already; close a session"
                      + " or try again later.")));
      connection.close();
      return;
    }
    open.add(connection);
    activity.touch();
    thread("jev-prune-client", () -> serveConnection(connection, handler)).start();
  }

  private void serveConnection(SocketChannel channel, RequestHandler handler) {
    try (channel) {
      new Connection(channel, handler, activity, log).run();
    } catch (IOException e) {
      // The client went away; what it had asked for is done or was never whole.
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      log.defect("connection", e);
    } finally {
      open.remove(channel);
    }
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
