package dev.jevprune.adapters.measure;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A file that is one document, or several one after the other: what stands in front of its list is
 * a record, and so is each element; where the format has no list, each document is a record. A
 * fault in the grammar ends the file.
 */
final class DocumentSource implements BatchSource {
  private static final long BATCH_BYTES = 1 << 19;

  private final JsonParser parser;
  private final RecordFormat format;
  private final BodyReader bodies;
  private boolean inList;
  private boolean done;

  DocumentSource(InputStream in, RecordFormat format, BodyReader bodies) throws IOException {
    this.parser = TreeReader.parser(in);
    this.format = format;
    this.bodies = bodies;
  }

  @Override
  public Optional<Batch> next() throws IOException {
    if (done) {
      return Optional.empty();
    }
    List<JsonObject> records = new ArrayList<>();
    long start = parser.currentLocation().getByteOffset();
    long broken = 0;
    try {
      while (!done && parser.currentLocation().getByteOffset() - start < BATCH_BYTES) {
        step(records);
      }
    } catch (JsonProcessingException e) {
      broken = 1;
      done = true;
    }
    long bytes = parser.currentLocation().getByteOffset() - start;
    long lost = broken;
    return Optional.of(
        new Batch(
            Math.max(0, bytes),
            out -> {
              records.forEach(record -> format.read(record, bodies, out));
              return lost;
            }));
  }

  private void step(List<JsonObject> records) throws IOException {
    if (inList) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.END_ARRAY) {
        inList = false;
        rest();
      } else if (TreeReader.value(parser) instanceof JsonObject record) {
        records.add(record);
      }
      return;
    }
    JsonToken token = parser.nextToken();
    if (token == null) {
      done = true;
    } else if (token == JsonToken.START_OBJECT) {
      if (format.list().isEmpty() && TreeReader.value(parser) instanceof JsonObject record) {
        records.add(record);
      } else {
        records.add(head());
      }
    }
  }

  /** The members in front of the list, which is then open. */
  private JsonObject head() throws IOException {
    JsonObject.Builder members = JsonObject.builder();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken token = parser.nextToken();
      if (name.equals(format.list()) && token == JsonToken.START_ARRAY) {
        inList = true;
        break;
      }
      if (token == JsonToken.START_ARRAY) {
        parser.skipChildren(); // another list, such as the tools
      } else {
        members.put(name, TreeReader.value(parser));
      }
    }
    return members.build();
  }

  /** Passes over what stands behind the list. */
  private void rest() throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      parser.nextToken();
      parser.skipChildren();
    }
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }
}
