package dev.jevprune.installer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The single values of a host's JSON settings, read as leniently as hosts do: comments and commas
 * behind the last element are no errors, and what is commented out is not there.
 */
final class HostWords {
  private static final int MAX_BYTES = 1_000_000;
  private static final JsonFactory LENIENT =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          .build();

  private HostWords() {}

  /**
   * One value.
   *
   * @param path where it stands, as {@code /plugin/0}
   * @param text as it is spelled, a text without its quotes
   */
  record Word(String path, String text) {
    boolean isBelow(String place) {
      return path.startsWith(place + "/");
    }
  }

  /** All of them in order; empty when the file cannot be read so. */
  static Optional<List<Word>> of(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      return Optional.empty();
    }
    byte[] bytes = Files.readAllBytes(file);
    List<Word> words = new ArrayList<>();
    try (JsonParser parser = LENIENT.createParser(bytes)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          words.add(
              new Word(parser.getParsingContext().pathAsPointer().toString(), parser.getText()));
        }
      }
      return Optional.of(words);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
