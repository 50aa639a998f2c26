package dev.jevprune.adapters.measure;

/** Reduces texts to what is kept of them. Safe for several threads. */
final class BodyReader {
  /** Lines of larger texts are not compared: such a body is never found within another. */
  private static final int MAX_LINED_BYTES = 4_000_000;

  private static final ThreadLocal<TextScan> SCAN = ThreadLocal.withInitial(TextScan::new);

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
    TextScan scan = SCAN.get();
    scan.read(text);
    return new Body(0, 0, scan.high(), scan.low(), LineHashes.NONE);
  }

  private Body body(String text, boolean lined) {
    if (text.isEmpty()) {
      return Body.EMPTY;
    }
    TextScan scan = SCAN.get();
    scan.read(text);
    long bytes = scan.bytes();
    long high = scan.high();
    long low = scan.low();
    LineHashes lines = lined && bytes <= MAX_LINED_BYTES ? scan.lines() : LineHashes.NONE;
    return new Body(bytes, tokens.count(text, bytes, high, low), high, low, lines);
  }
}
