package dev.jevprune.adapters.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
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

/** Reads a YAML file as JSON. Numbers and truth values are what YAML 1.1 takes for such. */
public final class YamlFile {

  private static final int MAX_BYTES = 65_536;
  private static final int MAX_DEPTH = 20;
  private static final YAMLFactory YAML = new YAMLFactory();

  private YamlFile() {}

  /**
   * The object in {@code file}; an empty one when there is no such file or nothing in it.
   *
   * @throws ConfigException if it is no YAML, holds no object, names a member twice, or is longer
   *     than 64 KiB
   */
  public static JsonObject read(Path file) throws ConfigException {
    if (!Files.exists(file)) {
      return JsonObject.EMPTY;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException("it is longer than " + MAX_BYTES + " bytes");
      }
      return parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw unreadable(file, line > 0 ? "line " + line + " is not valid" : "it is not valid");
    } catch (IOException e) {
      throw unreadable(file, String.valueOf(e.getMessage()));
    }
  }

  private static ConfigException unreadable(Path file, String why) {
    return new ConfigException(
        file.toString(), List.of("cannot be read as YAML: " + why + ". Correct it."));
  }

  private static JsonObject parse(String text) throws IOException {
    try (JsonParser parser = YAML.createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first == null || first == JsonToken.VALUE_NULL) {
        return JsonObject.EMPTY;
      }
      if (first != JsonToken.START_OBJECT) {
        throw new IOException("it holds no settings, each a name, a colon and a value");
      }
      return object(parser, 0);
    }
  }

  private static JsonObject object(JsonParser parser, int depth) throws IOException {
    Map<String, Json> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      int line = parser.currentLocation().getLineNr();
      if (members.put(name, value(parser, parser.nextToken(), depth + 1)) != null) {
        throw new IOException("line " + line + " names " + name + " a second time");
      }
    }
    return new JsonObject(members);
  }

  private static Json value(JsonParser parser, JsonToken token, int depth) throws IOException {
    if (depth > MAX_DEPTH || token == null) {
      throw new IOException("it is nested too deep or cut off");
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
      case VALUE_NUMBER_INT -> new JsonNumber(parser.getBigIntegerValue().toString());
      case VALUE_NUMBER_FLOAT -> {
        double number = parser.getDoubleValue();
        yield Double.isFinite(number) ? JsonNumber.of(number) : new JsonString(parser.getText());
      }
      case VALUE_TRUE, VALUE_FALSE -> new JsonBool(parser.getBooleanValue());
      case VALUE_NULL -> JsonNull.NULL;
      default -> new JsonString(parser.getText());
    };
  }
}
