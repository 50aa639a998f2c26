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
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The one reader behind strict and tolerant reading. */
final class JsonReader {

  private static final char REPLACEMENT = '\uFFFD';
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /**
   * Where tolerant reading cuts: a record may stand some levels deep in its conversation, and must
   * still be deeper than what can be hashed when its nesting is.
   */
  private static final int CUT_DEPTH = StrictJson.MAX_DEPTH + 24;

  private final boolean tolerant;
  private final JsonFactory factory;

  private JsonReader(boolean tolerant, int maxDepth, int maxNumberLength, int maxNameLength) {
    this.tolerant = tolerant;
    this.factory =
        JsonFactory.builder()
            // Names of a foreign conversation must neither stay in a shared table nor be able to
            // fill it.
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(maxDepth)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(maxNameLength)
                    .maxNumberLength(maxNumberLength)
                    .build())
            .build();
  }

  static JsonReader strict() {
    return new JsonReader(
        false, StrictJson.MAX_DEPTH, StrictJson.MAX_NUMBER_LENGTH, /* maxNameLength= */ 1_000_000);
  }

  static JsonReader tolerant() {
    return new JsonReader(true, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  Json parse(byte[] bytes) throws JsonException {
    String text = decode(bytes);
    return parse(text.indexOf(BYTE_ORDER_MARK) == 0 ? text.substring(1) : text);
  }

  Json parse(String text) throws JsonException {
    if (text.indexOf(BYTE_ORDER_MARK) == 0) {
      throw new JsonException(JsonException.Kind.SYNTAX, "1:1");
    }
    try (JsonParser parser = factory.createParser(Surrogates.unescaped(text))) {
      Json value = value(parser, parser.nextToken(), 0);
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

  private String decode(byte[] bytes) throws JsonException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    // What is not UTF-8 leaves a replacement character; without one there is nothing to look for.
    return text.indexOf(REPLACEMENT) < 0 ? text : decodeWithCare(bytes);
  }

  private String decodeWithCare(byte[] bytes) throws JsonException {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    // UTF-8 never has fewer bytes than UTF-16 has units, and a bad byte becomes one unit.
    CharBuffer out = CharBuffer.allocate(bytes.length);
    for (CoderResult result = decoder.decode(in, out, true);
        result.isError();
        result = decoder.decode(in, out, true)) {
      if (!tolerant) {
        throw new JsonException(JsonException.Kind.ENCODING, "");
      }
      for (int i = result.length(); i > 0; i--) {
        out.put((char) (Character.MIN_LOW_SURROGATE + (in.get() & 0xff)));
      }
    }
    return out.flip().toString();
  }

  private Json value(JsonParser parser, JsonToken token, int depth)
      throws IOException, JsonException {
    if (token == null) {
      throw at(JsonException.Kind.SYNTAX, parser.currentLocation());
    }
    return switch (token) {
      case START_OBJECT -> object(parser, depth);
      case START_ARRAY -> array(parser, depth);
      case VALUE_STRING -> new JsonString(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getText());
      case VALUE_TRUE -> JsonBool.TRUE;
      case VALUE_FALSE -> JsonBool.FALSE;
      case VALUE_NULL -> JsonNull.NULL;
      default -> throw at(JsonException.Kind.SYNTAX, parser.currentTokenLocation());
    };
  }

  private JsonObject object(JsonParser parser, int depth) throws IOException, JsonException {
    if (depth == CUT_DEPTH) {
      parser.skipChildren();
      return JsonObject.EMPTY;
    }
    Members.Building members = new Members.Building();
    boolean repeated = false;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      Json value = value(parser, parser.nextToken(), depth + 1);
      if (members.put(name, value)) {
        if (!tolerant) {
          throw at(JsonException.Kind.REPEATED_MEMBER, parser.currentTokenLocation());
        }
        repeated = true;
      }
    }
    return new JsonObject(members.members(), repeated);
  }

  private JsonArray array(JsonParser parser, int depth) throws IOException, JsonException {
    if (depth == CUT_DEPTH) {
      parser.skipChildren();
      return JsonArray.EMPTY;
    }
    List<Json> elements = new ArrayList<>();
    JsonToken token;
    while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
      elements.add(value(parser, token, depth + 1));
    }
    return new JsonArray(elements);
  }

  private static JsonException at(JsonException.Kind kind, JsonLocation location) {
    return new JsonException(
        kind, location == null ? "" : location.getLineNr() + ":" + location.getColumnNr());
  }
}
