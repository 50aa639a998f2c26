package dev.jevprune.adapters.protocol;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Optional;

/**
 * Frames on a byte stream: a 4-byte big-endian length from 1 to {@value #MAX_BYTES}, then that many
 * bytes of UTF-8 JSON.
 */
public final class Frames {
  /** The largest frame body, in bytes (16 MiB). */
  public static final int MAX_BYTES = 1 << 24;

  private static final int HEADER_BYTES = 4;
  // A header alone must not make us allocate 16 MiB: grow as bytes arrive.
  private static final int FIRST_CHUNK_BYTES = 256 * 1024;

  private Frames() {}

  /**
   * Reads one frame.
   *
   * @return its body, or empty at a clean end between two frames
   * @throws EOFException when the stream ends inside a frame
   * @throws FrameLengthException when the length is out of bounds; the stream cannot be used
   *     further
   */
  public static Optional<byte[]> read(ReadableByteChannel in) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    while (header.hasRemaining()) {
      if (in.read(header) < 0) {
        if (header.position() == 0) {
          return Optional.empty();
        }
        throw new EOFException("The stream ended inside a frame header.");
      }
    }
    long length = Integer.toUnsignedLong(header.getInt(0));
    if (length < 1 || length > MAX_BYTES) {
      throw new FrameLengthException(length);
    }
    return Optional.of(readBody(in, (int) length));
  }

  private static byte[] readBody(ReadableByteChannel in, int length) throws IOException {
    byte[] body = new byte[Math.min(length, FIRST_CHUNK_BYTES)];
    int filled = 0;
    while (filled < length) {
      if (filled == body.length) {
        body = Arrays.copyOf(body, (int) Math.min(length, 4L * body.length));
      }
      int got = in.read(ByteBuffer.wrap(body, filled, body.length - filled));
      if (got < 0) {
        throw new EOFException("The stream ended inside a frame of " + length + " bytes.");
      }
      filled += got;
    }
    return body;
  }

  /**
   * Writes one frame.
   *
   * @throws FrameLengthException when {@code body} is empty or too long; nothing is written then
   */
  public static void write(WritableByteChannel out, byte[] body) throws IOException {
    if (body.length < 1 || body.length > MAX_BYTES) {
      throw new FrameLengthException(body.length);
    }
    ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + body.length);
    frame.putInt(body.length).put(body).flip();
    while (frame.hasRemaining()) {
      out.write(frame);
    }
  }

  /** A frame whose length is out of bounds. */
  public static final class FrameLengthException extends IOException {
    FrameLengthException(long length) {
      super(
          "A frame of "
              + length
              + " bytes is out of bounds; one frame has 1 to "
              + MAX_BYTES
              + " bytes. Send fewer bodies in one frame.");
    }
  }
}
