package dev.jevprune.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Small JSON doors for the tests. */
final class JsonLines {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonLines() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static JsonNode parse(String text) {
    return tryParse(text).orElseThrow(() -> new IllegalArgumentException("not JSON: " + text));
  }

  static Optional<JsonNode> tryParse(String text) {
    try {
      return Optional.of(MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * The spelling of a string as JSON.stringify writes it, for plain text, line feeds and quotes.
   */
  static String quoted(String text) {
    try {
      return MAPPER.writeValueAsString(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<JsonNode> read(Path file) {
    try {
      List<JsonNode> lines = new ArrayList<>();
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank()) {
          lines.add(parse(line));
        }
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
