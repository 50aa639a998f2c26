package dev.jevprune.adapters.evaluate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy on loopback that opens tunnels, with a password or without. */
final class ConnectProxy implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  private final Optional<String> credentials;
  private final List<String> tunnels = new CopyOnWriteArrayList<>();

  ConnectProxy(Optional<String> credentials) throws IOException {
    this.credentials = credentials;
    start(this::serve);
  }

  int port() {
    return server.getLocalPort();
  }

  /** The addresses to which a tunnel was opened. */
  List<String> tunnels() {
    return tunnels;
  }

  private void serve() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        start(() -> tunnel(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void tunnel(Socket client) {
    try (client) {
      String head = head(client.getInputStream());
      while (!isAllowed(head)) {
        answer(
            client,
            "407 Proxy Authentication Required",
            "Proxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\n");
        head = head(client.getInputStream());
        if (head.isEmpty()) {
          return;
        }
      }
      String address = head.split(" ", -1)[1];
      tunnels.add(address);
      int colon = address.lastIndexOf(':');
      try (Socket target =
          new Socket(
              InetAddress.getLoopbackAddress(), Integer.parseInt(address.substring(colon + 1)))) {
        answer(client, "200 Connection established", "");
        start(() -> copy(target, client));
        copy(client, target);
      }
    } catch (IOException e) {
      // One of the two has gone.
    }
  }

  private boolean isAllowed(String head) {
    return credentials.isEmpty()
        || head.contains(
            "Basic "
                + Base64.getEncoder()
                    .encodeToString(credentials.get().getBytes(StandardCharsets.UTF_8)));
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    int c;
    while (head.indexOf("\r\n\r\n") < 0 && (c = in.read()) >= 0) {
      head.append((char) c);
    }
    return head.toString();
  }

  private static void answer(Socket client, String status, String headers) throws IOException {
    client
        .getOutputStream()
        .write(
            ("HTTP/1.1 " + status + "\r\n" + headers + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  private static void copy(Socket from, Socket to) {
    try {
      OutputStream out = to.getOutputStream();
      from.getInputStream().transferTo(out);
      to.shutdownOutput();
    } catch (IOException e) {
      // One of the two has gone.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "connect-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
