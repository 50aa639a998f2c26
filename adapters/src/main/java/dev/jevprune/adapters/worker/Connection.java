package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.Frames;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * One client's connection: frames in, frames out, until the client leaves or breaks the framing.
 */
final class Connection {
  private static final int LARGE_BYTES = 1 << 20;
  // A frame of 16 MiB needs several times its size while it is read; the heap has 160 MB.
  private static final Semaphore LARGE = new Semaphore(1);

  private final ByteChannel channel;
  private final RequestHandler handler;
  private final Activity activity;
  private final WorkerLog log;
  private boolean shim;

  Connection(ByteChannel channel, RequestHandler handler, Activity activity, WorkerLog log) {
    this.channel = channel;
    this.handler = handler;
    this.activity = activity;
    this.log = log;
  }

  /**
   * Serves the client until it leaves.
   *
   * @throws IOException when it leaves in the middle of something
   */
  void run() throws IOException {
    try {
      while (serveOne()) {}
    } catch (Frames.FrameLengthException e) {
      // Where the next frame starts is unknown now, so this connection ends.
      log.line("a frame was out of bounds");
      Frames.write(
          channel, Replies.bytes(Replies.failure(ErrorCode.LIMIT, String.valueOf(e.getMessage()))));
    } finally {
      if (shim) {
        activity.shimLeaves();
      }
    }
  }

  private boolean serveOne() throws IOException {
    Optional<byte[]> frame = Frames.read(channel);
    if (frame.isEmpty()) {
      return false;
    }
    activity.requestBegins();
    try {
      Frames.write(channel, reply(frame.get()));
      return true;
    } finally {
      activity.requestEnds();
    }
  }

  private byte[] reply(byte[] frame) {
    boolean large = frame.length > LARGE_BYTES;
    if (large) {
      LARGE.acquireUninterruptibly();
    }
    try {
      byte[] bytes = Replies.bytes(answer(frame));
      return bytes.length <= Frames.MAX_BYTES
          ? bytes
          : Replies.bytes(Replies.failure(ErrorCode.LIMIT, "The answer is too long for a frame."));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      log.defect("request", e);
      return Replies.bytes(Replies.failure(ErrorCode.INTERNAL, Replies.INTERNAL_TEXT));
    } finally {
      if (large) {
        LARGE.release();
      }
    }
  }

  private JsonObject answer(byte[] frame) {
    Json value;
    try {
      value = ConversationJson.parse(frame);
    } catch (JsonException e) {
      return Replies.failure(
          ErrorCode.BAD_REQUEST, "The frame does not hold a JSON object: " + e.getMessage());
    }
    if (!(value instanceof JsonObject request)) {
      return Replies.failure(ErrorCode.BAD_REQUEST, "The frame holds JSON, but not an object.");
    }
    JsonObject reply = handler.handle(request);
    boolean greeted =
        request.string("op").orElse("").equals("hello") && reply.bool("ok").orElse(false);
    if (greeted && !shim) {
      shim = true;
      activity.shimArrives();
    }
    return reply;
  }
}
