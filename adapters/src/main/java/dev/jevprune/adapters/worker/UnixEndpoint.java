package dev.jevprune.adapters.worker;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

/** A Unix socket in a private folder; the kernel says who connects. */
record UnixEndpoint(Path socket, OwnUser user, ServerSocketChannel channel) implements Endpoint {
  /** What the socket is called until it may be connected to. */
  static final String TEMPORARY_SUFFIX = ".new";

  /**
   * Binds {@code socket}. Only the holder of the worker's lock may call this: whatever lies at the
   * path is then stale.
   */
  static UnixEndpoint bind(Path socket, OwnUser user) throws IOException {
    Path temporary = socket.resolveSibling(socket.getFileName() + TEMPORARY_SUFFIX);
    Files.deleteIfExists(temporary);
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(UnixDomainSocketAddress.of(temporary), WorkerServer.BACKLOG);
      Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"));
      // Clients see the old socket or one that is ready, never a half-made one.
      Files.move(
          temporary, socket, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return new UnixEndpoint(socket, user, channel);
  }

  @Override
  public WorkerAddress address() {
    return new WorkerAddress.Unix(socket);
  }

  @Override
  public Optional<String> refusal(SocketChannel connection) throws IOException {
    UnixDomainPrincipal peer = connection.getOption(ExtendedSocketOptions.SO_PEERCRED);
    return peer.user().getName().equals(user.name())
        ? Optional.empty()
        : Optional.of("refused a connection of another user");
  }

  @Override
  public void remove() throws IOException {
    Files.deleteIfExists(socket);
  }
}
