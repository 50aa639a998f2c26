package dev.jevprune.adapters.measure;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** A file with one record a line, cut into pieces at line ends. */
final class LineSource implements BatchSource {
  private static final int PIECE_BYTES = 1 << 18;

  /** A longer line is passed over: its text would not fit into memory several times. */
  static final int MAX_LINE_BYTES = 32 << 20;

  private final InputStream in;
  private final RecordFormat format;
  private final BodyReader bodies;
  private byte[] rest = new byte[0];
  private boolean done;

  LineSource(InputStream in, RecordFormat format, BodyReader bodies) {
    this.in = in;
    this.format = format;
    this.bodies = bodies;
  }

  @Override
  public Optional<Batch> next() throws IOException {
    if (done) {
      return Optional.empty();
    }
    byte[] buffer = Arrays.copyOf(rest, roomFor(rest.length));
    int length = rest.length;
    int end = 0;
    while (end == 0) {
      if (length == buffer.length) {
        if (length >= MAX_LINE_BYTES) {
          return Optional.of(tooLong(length));
        }
        buffer = Arrays.copyOf(buffer, roomFor(length));
      }
      int read = in.readNBytes(buffer, length, buffer.length - length);
      length += read;
      if (length < buffer.length) {
        done = true;
        end = length;
        break;
      }
      end = lastLineEnd(buffer, length);
    }
    rest = Arrays.copyOfRange(buffer, end, length);
    return end == 0 ? Optional.empty() : Optional.of(batch(buffer, end));
  }

  private static int roomFor(int length) {
    return Math.min(Math.max(PIECE_BYTES, length * 2), MAX_LINE_BYTES);
  }

  /** Passes over a line that is too long. */
  private Batch tooLong(int length) throws IOException {
    long skipped = length;
    byte[] piece = new byte[PIECE_BYTES];
    boolean ended = false;
    while (!ended) {
      int read = in.readNBytes(piece, 0, piece.length);
      int next = Math.min(lineEnd(piece, 0, read) + 1, read);
      ended = (next > 0 && piece[next - 1] == '\n') || read < piece.length;
      rest = Arrays.copyOfRange(piece, next, read);
      skipped += next;
    }
    return new Batch(skipped, out -> 1);
  }

  private static int lastLineEnd(byte[] buffer, int length) {
    for (int i = length - 1; i >= 0; i--) {
      if (buffer[i] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  private Batch batch(byte[] buffer, int length) {
    return new Batch(length, out -> read(buffer, length, out));
  }

  /**
   * Reads value after value, which finds the line ends by the way. A line that breaks the grammar
   * is passed over; reading goes on behind it.
   */
  private long read(byte[] buffer, int length, Consumer<Event> out) {
    long broken = 0;
    int from = 0;
    while (from < length) {
      int start = from;
      try (JsonParser parser = TreeReader.parser(buffer, from, length - from)) {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
          start = from + (int) parser.currentTokenLocation().getByteOffset();
          if (TreeReader.value(parser) instanceof JsonObject record) {
            format.read(record, bodies, out);
          } else {
            broken++;
          }
          start = from + (int) parser.currentLocation().getByteOffset();
        }
        return broken;
      } catch (IOException e) {
        start = firstWritten(buffer, start, length);
        int end = lineEnd(buffer, start, length);
        // A byte that is not UTF-8 must not cost the line.
        Optional<JsonObject> record = TreeReader.line(buffer, start, end - start);
        record.ifPresent(object -> format.read(object, bodies, out));
        broken += record.isPresent() ? 0 : 1;
        from = end + 1;
      }
    }
    return broken;
  }

  private static int firstWritten(byte[] buffer, int from, int length) {
    int at = from;
    while (at < length && buffer[at] <= ' ' && buffer[at] >= 0) {
      at++;
    }
    return at;
  }

  private static int lineEnd(byte[] buffer, int from, int length) {
    int at = from;
    while (at < length && buffer[at] != '\n') {
      at++;
    }
    return at;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
