package dev.jevprune.adapters.measure;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * Reduces texts to what is kept of them. Safe for several threads. The digest is a fast one: it
 * tells texts apart in a report and proves nothing.
 */
final class BodyReader {
  /** Lines of larger texts are not compared: such a body is never found within another. */
  private static final int MAX_LINED_BYTES = 4_000_000;

  private static final byte[] REMINDER = "<system-reminder>".getBytes(StandardCharsets.UTF_8);
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private static final ThreadLocal<long[]> SCRATCH = ThreadLocal.withInitial(() -> new long[4096]);

  private final TokenBook tokens;

  BodyReader(TokenBook tokens) {
    this.tokens = tokens;
  }

  /** A text that is only carried along: its size counts. */
  Body text(String text) {
    return body(text, false);
  }

  /** The text of a tool's result, whose lines may be compared. */
  Body result(String text) {
    return body(text, true);
  }

  /** A digest alone. */
  Body print(String text) {
    long[] digest = MurmurHash3.hash128x64(text.getBytes(StandardCharsets.UTF_8));
    return new Body(0, 0, digest[0], digest[1], LineHashes.NONE);
  }

  private Body body(String text, boolean lined) {
    if (text.isEmpty()) {
      return Body.EMPTY;
    }
    // A lone surrogate becomes one byte here and three on the wire; such texts are rare and broken.
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    long[] digest = MurmurHash3.hash128x64(bytes);
    long high = digest[0];
    long low = digest[1];
    LineHashes lines = lined && bytes.length <= MAX_LINED_BYTES ? lines(bytes) : LineHashes.NONE;
    return new Body(bytes.length, tokens.count(text, bytes.length, high, low), high, low, lines);
  }

  /** A reminder that a host put behind the text is no part of the file. */
  private static LineHashes lines(byte[] bytes) {
    long[] hashes = SCRATCH.get();
    int count = 0;
    long hash = 0;
    int start = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i == bytes.length || bytes[i] == '\n') {
        if (startsWith(bytes, start, REMINDER)) {
          break;
        }
        if (count == hashes.length) {
          hashes = Arrays.copyOf(hashes, count * 2);
          SCRATCH.set(hashes);
        }
        hashes[count++] = hash ^ (hash >>> 29);
        hash = 0;
        start = i + 1;
      } else {
        hash = (hash ^ bytes[i]) * MULTIPLIER + 1;
      }
    }
    while (count > 0 && hashes[count - 1] == 0) {
      count--; // empty lines at the end
    }
    return new LineHashes(Arrays.copyOf(hashes, count));
  }

  private static boolean startsWith(byte[] bytes, int at, byte[] what) {
    return at + what.length <= bytes.length
        && bytes[at] == what[0] // asked for every line
        && Arrays.equals(bytes, at, at + what.length, what, 0, what.length);
  }
}
