package dev.jevprune.adapters.worker;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** Where a worker listens, who may enter, and what is to be removed when it ends. */
interface Endpoint {
  /** Bound and listening. */
  ServerSocketChannel channel();

  /** What clients are told. */
  WorkerAddress address();

  /**
   * Judges one connection before anything of it is served. May wait for its client for a bounded
   * time, so it runs on the connection's own thread.
   *
   * @return empty when it may enter, else what the log says
   */
  Optional<String> refusal(SocketChannel connection) throws IOException;

  /** Removes what clients would find. The channel is closed by the server. */
  void remove() throws IOException;
}
