package dev.jevprune.adapters.evaluate;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What the child says of its call: a line {@code word number text}, then the reply's body. Uses the
 * JDK alone, since the child does.
 *
 * @param word how it went
 * @param number a status or a number of seconds, 0 when there is none
 * @param text the id the service gave the request, or empty
 * @param body the reply, empty unless it went well
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record TransportReport(Word word, int number, String text, byte[] body) {

  /** The longest first line. */
  static final int MAX_LINE_BYTES = 200;

  /** How a call may go. */
  enum Word {
    /** Status 200 and a body within its bound. */
    OK,
    /** Another status. */
    STATUS,
    /** A status that asks to wait for a number of seconds. */
    WAIT,
    /** A redirect, which is not followed. */
    REDIRECT,
    /** A reply that is too long. */
    TOO_LONG,
    /** The proxy did not let the call through. */
    PROXY,
    /** The proxy's address cannot be used. */
    PROXY_ADDRESS,
    /** The file of certificates cannot be used. */
    CERTIFICATES,
    /** The other side's certificate is not trusted, or no secure connection came about. */
    TLS,
    /** Nobody answers there. */
    CONNECT,
    /** The connection broke. */
    BROKEN,
    /** The child was given an address it must not call. */
    ORIGIN
  }

  static TransportReport of(Word word) {
    return of(word, 0, "");
  }

  static TransportReport of(Word word, int number, String text) {
    return new TransportReport(word, number, text, new byte[0]);
  }

  byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(
        TransportMain.ascii(
            word.name().toLowerCase(Locale.ROOT) + " " + number + " " + text + "\n"));
    out.writeBytes(body);
    return out.toByteArray();
  }

  /** Reads what a child wrote; nothing when it is no report. */
  static Optional<TransportReport> parse(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != '\n') {
      end++;
    }
    if (end == bytes.length || end > MAX_LINE_BYTES) {
      return Optional.empty();
    }
    String[] fields = new String(bytes, 0, end, StandardCharsets.US_ASCII).split(" ", 3);
    if (fields.length != 3 || !fields[1].matches("[0-9]{1,9}")) {
      return Optional.empty();
    }
    byte[] body = Arrays.copyOfRange(bytes, end + 1, bytes.length);
    return Arrays.stream(Word.values())
        .filter(word -> word.name().toLowerCase(Locale.ROOT).equals(fields[0]))
        .findFirst()
        .map(word -> new TransportReport(word, Integer.parseInt(fields[1]), fields[2], body));
  }
}
