package dev.jevprune.adapters.evaluate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes a request and hangs up without a word. */
final class BrokenServer implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  private final AtomicInteger connections = new AtomicInteger();

  BrokenServer() throws IOException {
    Thread thread = new Thread(this::serve, "broken-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        connections.incrementAndGet();
        byte[] some = new byte[4_096];
        int read = socket.getInputStream().read(some);
        while (read > 0 && socket.getInputStream().available() > 0) {
          read = socket.getInputStream().read(some);
        }
      } catch (IOException e) {
        // The client or the test has gone.
      }
    }
  }

  int port() {
    return server.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
