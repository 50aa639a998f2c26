package dev.jevprune.live;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands where the worker's socket is, behind a {@code worker.json} of its own, and is of no use.
 */
final class StandInWorker implements AutoCloseable {
  private final ServerSocketChannel server;
  private final boolean answers;
  private final AtomicInteger connections = new AtomicInteger();
  private final List<SocketChannel> open = new ArrayList<>();

  private StandInWorker(ServerSocketChannel server, boolean answers) {
    this.server = server;
    this.answers = answers;
  }

  /** Accepts, reads, never answers. */
  static StandInWorker silent(PiHome home) {
    return silent(home.temp(), home.worker());
  }

  static StandInWorker silent(Path temp, Worker worker) {
    return start(temp, worker, false, 1);
  }

  /** Speaks an older protocol only: every hello is refused. */
  static StandInWorker older(PiHome home) {
    return older(home.temp(), home.worker());
  }

  static StandInWorker older(Path temp, Worker worker) {
    return start(temp, worker, true, 0);
  }

  private static StandInWorker start(Path temp, Worker replaced, boolean answers, int protocol) {
    try {
      Path folder =
          Files.createTempDirectory(
              temp,
              "s",
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Path socket = folder.resolve("s");
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(socket));
      StandInWorker worker = new StandInWorker(server, answers);
      Thread thread = new Thread(worker::serve, "stand-in-worker");
      thread.setDaemon(true);
      thread.start();
      var file =
          JsonLines.object()
              .put("schema", "jev-prune.worker.v1")
              .put("pid", ProcessHandle.current().pid())
              .put("socket", socket.toString())
              .put("version", "0.0.1")
              .put("startedAt", "2026-11-30T00:00:00Z");
      file.putObject("protocol").put("min", protocol).put("max", protocol);
      Path place = replaced.file();
      Files.writeString(place, file.toString());
      Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rw-------"));
      return worker;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int connections() {
    return connections.get();
  }

  private void serve() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        connections.incrementAndGet();
        synchronized (open) {
          open.add(client);
        }
        Thread thread = new Thread(() -> talk(client), "stand-in-talk");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException e) {
      // Closed by the test.
    }
  }

  private void talk(SocketChannel client) {
    try {
      DataInputStream in = new DataInputStream(Channels.newInputStream(client));
      DataOutputStream out = new DataOutputStream(Channels.newOutputStream(client));
      while (true) {
        String request = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        if (answers) {
          byte[] reply = refusal(JsonLines.parse(request).path("id").asLong());
          out.writeInt(reply.length);
          out.write(reply);
          out.flush();
        }
      }
    } catch (IOException e) {
      // The client has hung up.
    }
  }

  private static byte[] refusal(long id) {
    var reply = JsonLines.object().put("v", 0).put("id", id).put("ok", false);
    reply
        .putObject("error")
        .put("code", "unsupported_protocol")
        .put("message", "this worker speaks protocol 0, the adapter asks for protocol 1");
    return reply.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      server.close();
      synchronized (open) {
        for (SocketChannel client : open) {
          client.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
