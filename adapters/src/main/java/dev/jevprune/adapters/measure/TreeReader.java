package dev.jevprune.adapters.measure;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads records, leaving out members that no format looks at and that weigh much: signatures,
 * pictures, what a host keeps for its screen; or that stand on every line. Arguments of calls and
 * the schemas of tools are read whole.
 */
final class TreeReader {
  private static final int MAX_DEPTH = 1000;
  private static final int MAX_TEXT_CHARS = LineSource.MAX_LINE_BYTES;

  /** What becomes of a member. */
  private enum Use {
    READ,
    SKIPPED,
    /** Skipped where the value is a text: the bytes of a picture. */
    SKIPPED_TEXT,
    WHOLE
  }

  private static final Map<String, Use> USES = new HashMap<>();

  static {
    use(
        Use.SKIPPED,
        "toolUseResult",
        "details",
        "signature",
        "thinkingSignature",
        "thought_signature",
        "encrypted_content",
        "encryptedContent",
        "reasoning_details",
        "codex_reasoning_items",
        "codex_message_items",
        "reasoningOpaque",
        "snapshot",
        "replay_config",
        "tool_call_metadata",
        "metadata",
        "query",
        "summary_diffs",
        "extras",
        "toolTelemetry",
        "parentUuid",
        "cwd",
        "version",
        "gitBranch",
        "requestId",
        "cost",
        "partialJson");
    use(Use.SKIPPED_TEXT, "data", "url", "image_url");
    use(Use.WHOLE, "input", "arguments", "args", "action", "tools");
  }

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(MAX_TEXT_CHARS)
                  .maxNumberLength(4_300)
                  .build())
          .build();

  private TreeReader() {}

  private static void use(Use use, String... names) {
    for (String name : names) {
      USES.put(name, use);
    }
  }

  static JsonParser parser(InputStream in) throws IOException {
    return FACTORY.createParser(in);
  }

  static JsonParser parser(byte[] bytes, int from, int length) throws IOException {
    return FACTORY.createParser(bytes, from, length);
  }

  /** The object of a line; nothing when it holds none. */
  static Optional<JsonObject> line(byte[] bytes, int from, int length) {
    try (JsonParser parser = FACTORY.createParser(bytes, from, length)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        JsonObject object = object(parser, false);
        return parser.nextToken() == null ? Optional.of(object) : Optional.empty();
      }
      return Optional.empty();
    } catch (IOException e) {
      // A byte that is not UTF-8 must not cost the line.
      return tolerant(Arrays.copyOfRange(bytes, from, from + length));
    }
  }

  private static Optional<JsonObject> tolerant(byte[] line) {
    try {
      return ConversationJson.parse(line) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  /** The value that begins at the parser's token. */
  static Json value(JsonParser parser) throws IOException {
    return value(parser, false);
  }

  private static Json value(JsonParser parser, boolean whole) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, whole);
      case START_ARRAY -> array(parser, whole);
      case VALUE_STRING -> new JsonString(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
      case VALUE_TRUE -> JsonBool.TRUE;
      case VALUE_FALSE -> JsonBool.FALSE;
      default -> JsonNull.NULL;
    };
  }

  private static JsonObject object(JsonParser parser, boolean whole) throws IOException {
    JsonObject.Builder members = JsonObject.builder();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      Use use = whole ? Use.WHOLE : USES.getOrDefault(name, Use.READ);
      if (use == Use.SKIPPED || (use == Use.SKIPPED_TEXT && token == JsonToken.VALUE_STRING)) {
        parser.skipChildren();
      } else {
        members.put(name, value(parser, use == Use.WHOLE));
      }
    }
    return members.build();
  }

  private static JsonArray array(JsonParser parser, boolean whole) throws IOException {
    List<Json> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser, whole));
    }
    return new JsonArray(elements);
  }
}
