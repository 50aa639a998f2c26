package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Fields;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.ProtocolRange;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * {@code worker.json}: where the running worker listens. Written after that place is there, removed
 * on a clean exit; after a crash it names a place that refuses.
 */
record WorkerRecord(
    long pid, WorkerAddress address, ProtocolRange protocol, String version, Instant startedAt) {
  private static final String SCHEMA = "jev-prune.worker.v1";
  private static final int MAX_BYTES = 16_384;

  static Path file(Path dataHome) {
    return dataHome.resolve("worker.json");
  }

  void write(Path dataHome, PrivateFiles files) throws IOException {
    JsonObject.Builder begun = JsonObject.builder().put("schema", SCHEMA).put("pid", pid);
    if (address instanceof WorkerAddress.Loopback loopback) {
      begun.put("port", loopback.port()).put("tokenFile", loopback.tokenFile().toString());
    } else if (address instanceof WorkerAddress.Unix unix) {
      begun.put("socket", unix.socket().toString());
    }
    JsonObject object =
        begun
            .put("protocol", json(protocol))
            .put("version", version)
            .put("startedAt", startedAt.toString())
            .build();
    try {
      files.write(file(dataHome), (JsonText.write(object) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (JsonException e) {
      throw new IOException(e);
    }
  }

  /** Reads the record; empty when there is none or when it is not ours to understand. */
  static Optional<WorkerRecord> read(Path dataHome, PrivateFiles files) throws IOException {
    Optional<byte[]> bytes = files.read(file(dataHome), MAX_BYTES);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    try {
      if (!(StrictJson.parse(bytes.get()) instanceof JsonObject object)) {
        return Optional.empty();
      }
      Fields fields = Fields.of(object);
      Fields protocol = fields.object("protocol");
      return Optional.of(
          new WorkerRecord(
              fields.whole("pid", 1),
              address(fields),
              new ProtocolRange(protocol.index("min", 1), protocol.index("max", 1)),
              fields.text("version"),
              Instant.parse(fields.text("startedAt"))));
    } catch (JsonException | ProtocolException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static WorkerAddress address(Fields fields) throws ProtocolException {
    Optional<String> socket = fields.optionalText("socket");
    if (socket.isPresent()) {
      return new WorkerAddress.Unix(Path.of(socket.get()));
    }
    return new WorkerAddress.Loopback(fields.index("port", 1), Path.of(fields.text("tokenFile")));
  }

  static JsonObject json(ProtocolRange range) {
    return JsonObject.builder().put("min", range.min()).put("max", range.max()).build();
  }
}
