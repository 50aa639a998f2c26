package dev.jevprune.adapters.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * A port of 127.0.0.1 that the system chose. Every local user can connect to it, so a client has to
 * prove in its first frame that it can read the token file, within {@value #PROOF_SECONDS} seconds;
 * only {@value #MAX_UNPROVEN} clients may be at that at a time.
 */
record LoopbackEndpoint(
    ServerSocketChannel channel, WorkerAddress.Loopback address, Token token, Semaphore unproven)
    implements Endpoint {
  static final int PROOF_SECONDS = 2;
  static final int MAX_UNPROVEN = 16;

  private static final String TOKEN_FILE = "worker.token";

  /**
   * Binds a port and writes a new token. Only the holder of the worker's lock may call this.
   *
   * @throws IOException when the token file cannot be made readable for this user alone
   */
  static LoopbackEndpoint bind(Path dataHome) throws IOException {
    Path tokenFile = dataHome.resolve(TOKEN_FILE);
    Token token = Token.create(tokenFile);
    ServerSocketChannel channel = ServerSocketChannel.open();
    try {
      channel.bind(new InetSocketAddress(localhost(), 0), WorkerServer.BACKLOG);
      int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      return new LoopbackEndpoint(
          channel, new WorkerAddress.Loopback(port, tokenFile), token, new Semaphore(MAX_UNPROVEN));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** 127.0.0.1 itself: what a name stands for is configured, and IPv6 may be switched off. */
  static InetAddress localhost() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  @Override
  public Optional<String> refusal(SocketChannel connection) throws IOException {
    if (!unproven.tryAcquire()) {
      return Optional.of("refused a connection: too many are unproven");
    }
    try {
      boolean proven = new Handshake(token).accept(connection, Duration.ofSeconds(PROOF_SECONDS));
      return proven
          ? Optional.empty()
          : Optional.of("refused a connection that did not prove the token");
    } finally {
      unproven.release();
    }
  }

  @Override
  public void remove() throws IOException {
    Files.deleteIfExists(address.tokenFile());
  }
}
