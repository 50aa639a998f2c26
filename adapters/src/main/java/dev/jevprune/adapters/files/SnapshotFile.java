package dev.jevprune.adapters.files;

import dev.jevprune.adapters.files.HostFileException.Kind;
import dev.jevprune.core.Limits;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Format;
import java.util.List;
import java.util.Optional;

/**
 * The older kit's form of one request: {@code {format, session, messages, receipts?}}. Other
 * members are ignored. Messages may hold anything; what is odd in them costs only itself.
 *
 * @param format the format of the messages
 * @param session the session
 * @param messages the list as it would go out
 * @param receipts the decisions already taken for this session
 */
public record SnapshotFile(
    Format format, SessionId session, JsonArray messages, List<Receipt> receipts) {

  /** Copies the receipts. */
  public SnapshotFile {
    receipts = List.copyOf(receipts);
  }

  /**
   * Reads the form.
   *
   * @throws HostFileException the first thing that is wrong: JSON, format, session, messages,
   *     receipts
   */
  public static SnapshotFile parse(byte[] bytes) throws HostFileException {
    return of(object(bytes));
  }

  static JsonObject object(byte[] bytes) throws HostFileException {
    Json value;
    try {
      value = StrictJson.parse(bytes);
    } catch (JsonException e) {
      throw new HostFileException(
          Kind.JSON, "cannot be read. " + e.getMessage() + " Save it as strict UTF-8 JSON.");
    }
    if (value instanceof JsonObject object) {
      return object;
    }
    throw new HostFileException(
        Kind.FORMAT,
        "is no snapshot: that is an object with format, session and messages. For a list or a"
            + " session file of a host, name the host with --from.");
  }

  static SnapshotFile of(JsonObject object) throws HostFileException {
    Format format =
        object
            .string("format")
            .flatMap(Format::parse)
            .orElseThrow(
                () ->
                    new HostFileException(Kind.FORMAT, "names no format: pi, opencode or openai."));
    SessionId session =
        object
            .string("session")
            .flatMap(SessionId::parse)
            .orElseThrow(
                () ->
                    new HostFileException(
                        Kind.SESSION,
                        "names no session: a text of 1 to "
                            + Limits.MAX_SESSION_CODE_POINTS
                            + " characters."));
    Optional<JsonArray> messages =
        object.array("messages").filter(list -> list.size() <= Limits.MAX_MESSAGES);
    if (messages.isEmpty()) {
      throw new HostFileException(
          Kind.MESSAGES,
          "has no list \"messages\" of at most " + Limits.MAX_MESSAGES + " messages.");
    }
    return new SnapshotFile(format, session, messages.get(), receipts(object));
  }

  private static List<Receipt> receipts(JsonObject object) throws HostFileException {
    Optional<Json> receipts = object.get("receipts");
    try {
      return receipts.isEmpty() ? List.of() : ReceiptCodec.read(receipts.get());
    } catch (ReceiptException e) {
      throw unusable(e);
    }
  }

  /** The receipts of a file cannot be used. */
  static HostFileException unusable(ReceiptException e) {
    return new HostFileException(
        Kind.RECEIPTS, e.kind().code(), "holds receipts that cannot be used. " + e.getMessage());
  }
}
