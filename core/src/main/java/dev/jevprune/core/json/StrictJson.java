package dev.jevprune.core.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON strictly: one value and nothing behind it, no repeated member name, no numbers that
 * JSON does not spell, UTF-8 only. A byte order mark at the start is dropped.
 */
public final class StrictJson {

  /** The deepest nesting that is read. */
  public static final int MAX_DEPTH = 1000;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // Names of a foreign conversation must neither stay in a shared table nor be able to fill
          // it.
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(1_000_000)
                  .maxNumberLength(4_300)
                  .build())
          .build();

  private StrictJson() {}

  /**
   * Reads one value from UTF-8 bytes.
   *
   * @throws JsonException if the bytes are not UTF-8 or not strict JSON
   */
  public static Json parse(byte[] bytes) throws JsonException {
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString();
    } catch (CharacterCodingException e) {
      throw new JsonException(JsonException.Kind.ENCODING, "");
    }
    return parse(text.indexOf(BYTE_ORDER_MARK) == 0 ? text.substring(1) : text);
  }

  /**
   * Reads one value from text.
   *
   * @throws JsonException if the text is not strict JSON
   */
  public static Json parse(String text) throws JsonException {
    if (text.indexOf(BYTE_ORDER_MARK) == 0) {
      throw new JsonException(JsonException.Kind.SYNTAX, "1:1");
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      Json value = value(parser, parser.nextToken());
      if (parser.nextToken() != null) {
        throw at(JsonException.Kind.SYNTAX, parser.currentTokenLocation());
      }
      return value;
    } catch (StreamConstraintsException e) {
      throw at(JsonException.Kind.LIMIT, e.getLocation());
    } catch (JsonProcessingException e) {
      throw at(JsonException.Kind.SYNTAX, e.getLocation());
    } catch (IOException e) {
      throw new JsonException(JsonException.Kind.SYNTAX, "");
    }
  }

  private static Json value(JsonParser parser, JsonToken token) throws IOException, JsonException {
    if (token == null) {
      throw at(JsonException.Kind.SYNTAX, parser.currentLocation());
    }
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> new JsonString(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
      case VALUE_TRUE -> JsonBool.TRUE;
      case VALUE_FALSE -> JsonBool.FALSE;
      case VALUE_NULL -> JsonNull.NULL;
      default -> throw at(JsonException.Kind.SYNTAX, parser.currentTokenLocation());
    };
  }

  private static JsonObject object(JsonParser parser) throws IOException, JsonException {
    Map<String, Json> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      Json value = value(parser, parser.nextToken());
      if (members.put(name, value) != null) {
        throw at(JsonException.Kind.REPEATED_MEMBER, parser.currentTokenLocation());
      }
    }
    return new JsonObject(members);
  }

  private static JsonArray array(JsonParser parser) throws IOException, JsonException {
    List<Json> elements = new ArrayList<>();
    JsonToken token;
    while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
      elements.add(value(parser, token));
    }
    return new JsonArray(elements);
  }

  private static JsonException at(JsonException.Kind kind, JsonLocation location) {
    return new JsonException(
        kind, location == null ? "" : location.getLineNr() + ":" + location.getColumnNr());
  }
}
