package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.Frames;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A Java client of a running worker, for {@code jevprune worker status|stop} and for installers
 * that must drain an old one. Never starts a worker. Used by one thread.
 */
public final class WorkerClient implements AutoCloseable {
  private final SocketChannel channel;
  private final WorkerRecord record;
  private final Duration deadline;

  private WorkerClient(SocketChannel channel, WorkerRecord record, Duration deadline) {
    this.channel = channel;
    this.record = record;
    this.deadline = deadline;
  }

  /**
   * Connects to the worker of {@code dataHome}.
   *
   * @param deadline for each call that follows
   * @return empty when no worker runs there, a record left by a killed one included
   * @throws IOException when the recorded socket is not one of this user's own
   */
  public static Optional<WorkerClient> connect(Path dataHome, Duration deadline)
      throws IOException {
    Optional<WorkerRecord> found = WorkerRecord.read(dataHome, new PrivateFiles());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Optional<SocketChannel> channel =
        found.get().address() instanceof WorkerAddress.Loopback loopback
            ? loopback(loopback, deadline)
            : unix((WorkerAddress.Unix) found.get().address(), dataHome);
    return channel.map(open -> new WorkerClient(open, found.get(), deadline));
  }

  private static Optional<SocketChannel> unix(WorkerAddress.Unix address, Path dataHome)
      throws IOException {
    Path socket = address.socket();
    if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    checkOwned(socket, OwnUser.learn(dataHome));
    return connected(
        SocketChannel.open(StandardProtocolFamily.UNIX), UnixDomainSocketAddress.of(socket));
  }

  /** What answers at the port of a killed worker without its proof is no worker of ours. */
  private static Optional<SocketChannel> loopback(WorkerAddress.Loopback address, Duration deadline)
      throws IOException {
    Optional<Token> token = Token.read(address.tokenFile());
    if (token.isEmpty()) {
      return Optional.empty();
    }
    Optional<SocketChannel> channel =
        connected(
            SocketChannel.open(),
            new InetSocketAddress(LoopbackEndpoint.localhost(), address.port()));
    if (channel.isEmpty()) {
      return channel;
    }
    boolean proven = false;
    try {
      proven = new Handshake(token.get()).prove(channel.get(), deadline);
    } catch (SocketException e) {
      // It left at once: no worker of ours.
    } finally {
      if (!proven) {
        channel.get().close();
      }
    }
    return proven ? channel : Optional.empty();
  }

  private static Optional<SocketChannel> connected(SocketChannel channel, SocketAddress to)
      throws IOException {
    try {
      channel.connect(to);
      return Optional.of(channel);
    } catch (ConnectException e) {
      channel.close();
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void checkOwned(Path socket, OwnUser user) throws IOException {
    Path folder = socket.getParent();
    try {
      if (folder == null || !user.owns(socket)) {
        throw new SocketFolder.UnusableException("The socket " + socket + " is not this user's.");
      }
      SocketFolder.check(folder, user);
    } catch (SocketFolder.UnusableException e) {
      throw new IOException(e.getMessage() + " The worker is not used.", e);
    }
  }

  /**
   * Sends one request and waits for its reply.
   *
   * @return the reply's object, {@code ok} being true
   * @throws ProtocolException when the worker answers with an error
   * @throws IOException when the worker goes away or does not answer in time
   */
  public JsonObject call(JsonObject request) throws IOException, ProtocolException {
    JsonObject reply = inTime(() -> exchange(request));
    if (reply.bool("ok").orElse(false)) {
      return reply;
    }
    JsonObject error = reply.object("error").orElse(JsonObject.EMPTY);
    throw new ProtocolException(
        ErrorCode.ofWireName(error.string("code").orElse("")),
        error.string("message").orElse("The worker gave no reason."));
  }

  private JsonObject exchange(JsonObject request) throws IOException {
    Frames.write(channel, Replies.bytes(request));
    byte[] frame =
        Frames.read(channel)
            .orElseThrow(() -> new EOFException("The worker closed the connection."));
    try {
      if (StrictJson.parse(frame) instanceof JsonObject reply) {
        return reply;
      }
    } catch (JsonException e) {
      throw new IOException("The worker sent a frame that is not understood.", e);
    }
    throw new IOException("The worker sent a frame that is not an object.");
  }

  /** The process of the worker, by the record that led to it. */
  public long pid() {
    return record.pid();
  }

  /** The version of the worker, by the record that led to it. */
  public String version() {
    return record.version();
  }

  /** Asks how the worker is. */
  public WorkerStatus status() throws IOException, ProtocolException {
    return WorkerStatus.of(Fields.of(call(request("status"))));
  }

  /** Asks the worker to finish what runs and to exit, and does not wait for that. */
  public void askToStop() throws IOException, ProtocolException {
    call(request("stop"));
  }

  /**
   * Asks the worker to finish what runs and to exit, and waits until it has let go of this
   * connection.
   *
   * @return whether it was gone within the deadline
   */
  public boolean stop() throws IOException, ProtocolException {
    askToStop();
    try {
      return inTime(() -> Frames.read(channel)).isEmpty();
    } catch (EOFException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static JsonObject request(String op) {
    return JsonObject.builder()
        .put("v", ProtocolRange.OURS.max())
        .put("id", 1)
        .put("op", op)
        .build();
  }

  private interface Exchange<T> {
    T run() throws IOException;
  }

  // A blocking channel has no read deadline; closing it from outside ends the wait.
  private <T> T inTime(Exchange<T> exchange) throws IOException {
    CompletableFuture<T> outcome = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                outcome.complete(exchange.run());
              } catch (IOException | RuntimeException e) {
                outcome.completeExceptionally(e);
              }
            },
            "jev-prune-call");
    thread.setDaemon(true);
    thread.start();
    try {
      return outcome.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      channel.close();
      throw new IOException(
          "The worker did not answer within "
              + deadline.toMillis()
              + " ms. Its process id is in"
              + " worker.json; end it if it hangs.",
          e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof EOFException end) {
        throw end;
      }
      throw new IOException("The worker could not be asked: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for the worker.", e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
