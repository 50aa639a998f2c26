package dev.jevprune.adapters.evaluate;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one member of {@code config.yaml} as JSON. Its other members belong to others. */
final class ConfigFile {

  private static final int MAX_BYTES = 65_536;
  private static final int MAX_DEPTH = 20;
  private static final YAMLFactory YAML = new YAMLFactory();

  private final Path file;

  ConfigFile(Path file) {
    this.file = file;
  }

  /** The value of a top member, if the file is there and has it. */
  Optional<Json> member(String name) throws EvaluatorException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("too long");
      }
      try (JsonParser parser = YAML.createParser(new String(bytes, StandardCharsets.UTF_8))) {
        JsonToken first = parser.nextToken();
        return first == JsonToken.START_OBJECT ? object(parser, 0).get(name) : Optional.empty();
      }
    } catch (IOException e) {
      throw new EvaluatorException(
          Kind.CONFIG,
          file + " cannot be read as YAML of at most " + MAX_BYTES + " bytes. Correct it.");
    }
  }

  private static JsonObject object(JsonParser parser, int depth) throws IOException {
    Map<String, Json> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (members.put(name, value(parser, parser.nextToken(), depth + 1)) != null) {
        throw new IOException("a member twice");
      }
    }
    return new JsonObject(members);
  }

  private static Json value(JsonParser parser, JsonToken token, int depth) throws IOException {
    if (depth > MAX_DEPTH || token == null) {
      throw new IOException("too deep or cut off");
    }
    return switch (token) {
      case START_OBJECT -> object(parser, depth);
      case START_ARRAY -> {
        List<Json> elements = new ArrayList<>();
        for (JsonToken next = parser.nextToken();
            next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          elements.add(value(parser, next, depth + 1));
        }
        yield new JsonArray(elements);
      }
      case VALUE_NUMBER_INT -> JsonNumber.of(parser.getDoubleValue());
      case VALUE_NUMBER_FLOAT -> JsonNumber.of(parser.getDoubleValue());
      case VALUE_TRUE, VALUE_FALSE -> new JsonBool(parser.getBooleanValue());
      case VALUE_NULL -> JsonNull.NULL;
      default -> new JsonString(parser.getText());
    };
  }
}
