package dev.jevprune.adapters.files;

import dev.jevprune.adapters.files.HostFileException.Kind;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import java.util.List;
import java.util.Optional;

/**
 * The older kit's receipt files, read only: what it approved can be looked at and taken over. A
 * file is used whole or not at all, and every receipt of it is checked before any is used.
 */
public final class KitReceipts {

  /** The schema of such a file. */
  public static final String SCHEMA = "jev-prune.receipts.v1";

  /** The kit writes no larger file and reads none. */
  public static final int MAX_BYTES = 256_000;

  private KitReceipts() {}

  /**
   * The name of the file of a session, or nothing for a session that can have none.
   *
   * @param profile the kit's profile
   */
  public static Optional<String> fileName(String profile, String session) {
    try {
      JsonArray key = JsonArray.of(new JsonString(profile), new JsonString(session));
      return Optional.of(CanonicalJson.digest(key).hex() + ".json");
    } catch (JsonException e) {
      return Optional.empty();
    }
  }

  /**
   * The receipts of a file.
   *
   * @param profile the profile it must belong to
   * @param session the session it must belong to, and its receipts too
   * @throws HostFileException if the file is another's, or a receipt of it cannot be used
   */
  public static List<Receipt> read(byte[] bytes, String profile, SessionId session)
      throws HostFileException {
    if (bytes.length > MAX_BYTES) {
      throw new HostFileException(
          Kind.IDENTITY, "store-big", "has more than " + MAX_BYTES + " bytes; it is not read.");
    }
    Json value;
    try {
      value = StrictJson.parse(bytes);
    } catch (JsonException e) {
      throw new HostFileException(Kind.JSON, "cannot be read. " + e.getMessage());
    }
    if (!(value instanceof JsonObject file)
        || !is(file, "schema", SCHEMA)
        || !is(file, "profile", profile)
        || !is(file, "session", session.value())
        || file.array("receipts").isEmpty()) {
      throw new HostFileException(
          Kind.IDENTITY, "is no receipt file of this profile and session; it is not used.");
    }
    try {
      List<Receipt> receipts = ReceiptCodec.read(file.array("receipts").get());
      for (int i = 0; i < receipts.size(); i++) {
        if (!receipts.get(i).session().equals(session)) {
          throw new ReceiptException(ReceiptException.Kind.FOREIGN, i);
        }
      }
      return receipts;
    } catch (ReceiptException e) {
      throw SnapshotFile.unusable(e);
    }
  }

  private static boolean is(JsonObject file, String name, String value) {
    return file.string(name).filter(value::equals).isPresent();
  }
}
