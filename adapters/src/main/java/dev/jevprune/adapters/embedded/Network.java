package dev.jevprune.adapters.embedded;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What lies outside the scripts: the other end of their sockets and the programs they start. Used
 * where the shim's own transport is under test; a {@link Transport} replaces it whole.
 */
public interface Network {
  /** Nothing listens, and every started program runs without being heard of again. */
  Network SILENT =
      new Network() {
        @Override
        public Consumer<byte[]> connect(String path, Peer peer) {
          peer.fail("ENOENT");
          return bytes -> {};
        }

        @Override
        public Spawned spawn(List<String> command, Map<String, String> environment) {
          return Spawned.RUNS;
        }
      };

  /** How an attempt to start a program ended. */
  enum Spawned {
    RUNS,
    EXITS,
    MISSING,
    THROW
  }

  /**
   * The script's end of a socket. Each call is seen by the script as an event, when its clock next
   * moves.
   */
  interface Peer {
    void open();

    void data(byte[] bytes);

    void end();

    /**
     * Ends the connection with an error code of the operating system, such as {@code ECONNREFUSED}.
     */
    void fail(String code);
  }

  /**
   * Answers a connection to a socket file.
   *
   * @return takes the bytes that the script writes
   */
  Consumer<byte[]> connect(String path, Peer peer);

  /** Answers the start of a program; none is ever started. */
  Spawned spawn(List<String> command, Map<String, String> environment);
}
