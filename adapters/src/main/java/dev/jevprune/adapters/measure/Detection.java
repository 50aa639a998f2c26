package dev.jevprune.adapters.measure;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What kind of file it is, from its beginning alone.
 *
 * @param format how its records are spelled; nothing for a database, whose tables say it
 * @param shape how they stand in the file
 */
record Detection(Optional<RecordFormat> format, Shape shape) {

  /** How records stand in a file. */
  enum Shape {
    LINES,
    DOCUMENT,
    DATABASE
  }

  private static final int SAMPLE_BYTES = 1 << 18;
  private static final int SAMPLE_LINES = 40;

  /** How far the first value is followed where it does not end within the sample. */
  private static final long FIRST_VALUE_BYTES = 32L << 20;

  private static final byte[] DATABASE = "SQLite format 3\0".getBytes(StandardCharsets.ISO_8859_1);

  private static final RecordFormat CLAUDE = new ClaudeCodeFormat();
  private static final RecordFormat CODEX = new CodexFormat();
  private static final RecordFormat COPILOT = new CopilotFormat();
  static final RecordFormat HERMES = new HermesFormat();
  static final RecordFormat OPENCODE = new OpenCodeFormat();
  private static final RecordFormat REQUESTS = new RequestFormat();
  private static final RecordFormat SWE = new SweAgentFormat();
  private static final RecordFormat HANDS = new OpenHandsFormat();
  private static final Set<String> CODEX_TYPES =
      Set.of("session_meta", "response_item", "event_msg", "turn_context", "compacted");

  /** Looks at a file; nothing when no format is recognised. */
  static Optional<Detection> of(Path file) throws IOException {
    byte[] sample = new byte[SAMPLE_BYTES];
    int length;
    try (InputStream in = Files.newInputStream(file)) {
      length = in.readNBytes(sample, 0, sample.length);
    }
    if (length >= DATABASE.length
        && Arrays.equals(sample, 0, DATABASE.length, DATABASE, 0, DATABASE.length)) {
      return Optional.of(new Detection(Optional.empty(), Shape.DATABASE));
    }
    boolean claw = file.toString().toLowerCase(Locale.ROOT).contains("openclaw");
    Optional<RecordFormat> lines = lines(sample, length, claw);
    if (lines.isPresent()) {
      return Optional.of(new Detection(lines, Shape.LINES));
    }
    return first(file);
  }

  private static Optional<RecordFormat> lines(byte[] sample, int length, boolean claw) {
    int start = 0;
    int seen = 0;
    for (int i = 0; i < length && seen < SAMPLE_LINES; i++) {
      boolean whole = sample[i] == '\n' || (i == length - 1 && length < sample.length);
      if (whole) {
        int end = sample[i] == '\n' ? i : i + 1;
        Optional<RecordFormat> format =
            TreeReader.line(sample, start, end - start).flatMap(record -> sniff(record, claw));
        if (format.isPresent()) {
          return format;
        }
        start = i + 1;
        seen++;
      }
    }
    return Optional.empty();
  }

  /** Judges by the first value, as far as it must be read for that. */
  private static Optional<Detection> first(Path file) throws IOException {
    JsonObject.Builder members = JsonObject.builder();
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = TreeReader.parser(new FirstBytes(in, FIRST_VALUE_BYTES))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      int line = parser.currentTokenLocation().getLineNr();
      Optional<RecordFormat> format = members(parser, members);
      return format.map(known -> new Detection(format, shape(known, parser, line)));
    } catch (JsonProcessingException e) {
      return sniff(members.build(), false) // what could be read of it
          .map(format -> new Detection(Optional.of(format), Shape.LINES));
    }
  }

  private static Optional<RecordFormat> members(JsonParser parser, JsonObject.Builder members)
      throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      members.put(
          name, token == JsonToken.START_ARRAY ? JsonArray.EMPTY : TreeReader.value(parser));
      Optional<RecordFormat> format = sniff(members.build(), false);
      if (format.isPresent()) {
        return format;
      }
      if (token == JsonToken.START_ARRAY) {
        parser.skipChildren();
      }
    }
    return Optional.empty();
  }

  /**
   * A format with a list in its document is read element by element; of the others each value is a
   * record, which stands on one line unless somebody has laid it out.
   */
  private static Shape shape(RecordFormat format, JsonParser parser, int line) {
    boolean laidOut = parser.currentLocation().getLineNr() > line;
    return format.list().isEmpty() && !laidOut ? Shape.LINES : Shape.DOCUMENT;
  }

  private static Optional<RecordFormat> sniff(JsonObject record, boolean claw) {
    String type = Records.text(record, "type");
    if (type.equals("session") && record.has("id")) {
      return Optional.of(claw ? PiFormat.OPENCLAW : PiFormat.PI);
    }
    if (CODEX_TYPES.contains(type) && record.has("payload")) {
      return Optional.of(CODEX);
    }
    if (type.startsWith("session.") && record.has("data")) {
      return Optional.of(COPILOT);
    }
    if (record.has("sessionId") && (record.has("uuid") || record.has("message"))) {
      return Optional.of(CLAUDE);
    }
    if (record.has("instance_id") && record.array("history").isPresent()) {
      return Optional.of(HANDS);
    }
    if (record.array("trajectory").isPresent()) {
      return Optional.of(SWE);
    }
    if (record.object("info").isPresent() && record.array("messages").isPresent()) {
      return Optional.of(OPENCODE);
    }
    boolean list = record.array("messages").isPresent();
    if (list && (record.has("session_id") || record.has("message_count"))) {
      return Optional.of(HERMES);
    }
    JsonObject body = record.object("body").orElse(record);
    boolean request = body.array("messages").isPresent() || body.has("input");
    return body.has("model") && request ? Optional.of(REQUESTS) : Optional.empty();
  }
}
