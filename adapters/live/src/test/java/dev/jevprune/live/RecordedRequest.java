package dev.jevprune.live;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One request as it reached the model server.
 *
 * @param body the bytes as sent
 * @param messages the elements of the top-level array {@code messages} or {@code input}, each
 *     exactly as spelled in the body
 */
record RecordedRequest(String path, String body, JsonNode json, List<String> messages) {

  static RecordedRequest of(String path, byte[] bytes) {
    try {
      JsonNode json = JsonLines.MAPPER.readTree(bytes);
      return new RecordedRequest(
          path, new String(bytes, StandardCharsets.UTF_8), json, List.copyOf(spans(bytes)));
    } catch (IOException e) {
      throw new UncheckedIOException("not a JSON body at " + path, e);
    }
  }

  /** Every message but the last: the part that a prompt cache can reuse in the next request. */
  List<String> prefix() {
    return messages.subList(0, messages.size() - 1);
  }

  private static List<String> spans(byte[] bytes) throws IOException {
    List<String> found = new ArrayList<>();
    try (JsonParser in = new JsonFactory().createParser(bytes)) {
      in.nextToken();
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        boolean messages = in.currentName().equals("messages") || in.currentName().equals("input");
        if (in.nextToken() != JsonToken.START_ARRAY || !messages) {
          in.skipChildren();
          continue;
        }
        while (in.nextToken() != JsonToken.END_ARRAY) {
          int from = (int) in.currentTokenLocation().getByteOffset();
          in.skipChildren();
          int to = (int) in.currentLocation().getByteOffset();
          found.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
      }
    }
    return found;
  }
}
