package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.Frames;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The first frame of a connection over TCP and its answer. Both sides show that they can read the
 * token file: another program may have the port of a worker that was killed, and anybody on the
 * machine may connect.
 *
 * @param token of the worker that is meant
 */
record Handshake(Token token) {
  static final String OP = "token";

  /** A first frame has about 200 bytes; who sends a longer one is no client. */
  private static final int MAX_BYTES = 1024;

  /**
   * The worker's part: reads the first frame, and answers a proof by the worker's own.
   *
   * @return whether the client may enter; if not, it was told so where that was possible
   */
  boolean accept(SocketChannel connection, Duration limit) throws IOException {
    Optional<JsonObject> first = firstFrame(connection, limit);
    Optional<String> nonce = first.flatMap(this::provenNonce);
    if (nonce.isEmpty()) {
      Frames.write(
          connection,
          Replies.bytes(
              Replies.failure(
                  ErrorCode.REFUSED,
                  "The first frame does not prove the token that worker.json names.")));
      return false;
    }
    JsonObject answer =
        JsonObject.builder().put("proof", token.proof(Token.Side.WORKER, nonce.get())).build();
    Frames.write(
        connection, Replies.bytes(Replies.success(first.orElse(JsonObject.EMPTY), answer)));
    return true;
  }

  private Optional<String> provenNonce(JsonObject frame) {
    Fields fields = Fields.of(frame);
    try {
      String nonce = fields.text("nonce");
      boolean proven =
          fields.text("op").equals(OP)
              && nonce.matches("[0-9a-f]{64}")
              && equal(fields.text("proof"), token.proof(Token.Side.CLIENT, nonce));
      return proven ? Optional.of(nonce) : Optional.empty();
    } catch (ProtocolException e) {
      return Optional.empty();
    }
  }

  /**
   * The client's part.
   *
   * @return whether the worker that was meant is at the other end
   */
  boolean prove(SocketChannel connection, Duration limit) throws IOException {
    String nonce = Token.nonce();
    JsonObject frame =
        JsonObject.builder()
            .put("v", ProtocolRange.OURS.max())
            .put("id", 0)
            .put("op", OP)
            .put("nonce", nonce)
            .put("proof", token.proof(Token.Side.CLIENT, nonce))
            .build();
    Frames.write(connection, Replies.bytes(frame));
    Optional<JsonObject> answer = firstFrame(connection, limit);
    return answer
        .flatMap(reply -> reply.string("proof"))
        .filter(proof -> equal(proof, token.proof(Token.Side.WORKER, nonce)))
        .isPresent();
  }

  /** The frame that comes within {@code limit}; empty for anything else that comes, or nothing. */
  private static Optional<JsonObject> firstFrame(SocketChannel connection, Duration limit)
      throws IOException {
    try {
      TimedInput in = new TimedInput(connection, limit);
      int length = ByteBuffer.wrap(in.read(Integer.BYTES)).getInt();
      if (length < 1 || length > MAX_BYTES) {
        return Optional.empty();
      }
      return StrictJson.parse(in.read(length)) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException | EOFException | SocketTimeoutException e) {
      return Optional.empty();
    }
  }

  // Takes as long for a wrong one as for a right one.
  private static boolean equal(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads from a blocking channel up to one moment: a trickle of bytes does not move it. */
  private static final class TimedInput {
    private final SocketChannel connection;
    private final long end;

    TimedInput(SocketChannel connection, Duration limit) {
      this.connection = connection;
      this.end = System.nanoTime() + limit.toNanos();
    }

    byte[] read(int count) throws IOException {
      byte[] bytes = new byte[count];
      InputStream in = connection.socket().getInputStream();
      int filled = 0;
      while (filled < count) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left < 1) {
          throw new SocketTimeoutException("no whole frame in time");
        }
        connection.socket().setSoTimeout((int) left);
        int got = in.read(bytes, filled, count - filled);
        if (got < 0) {
          throw new EOFException("the other side left");
        }
        filled += got;
      }
      return bytes;
    }
  }
}
