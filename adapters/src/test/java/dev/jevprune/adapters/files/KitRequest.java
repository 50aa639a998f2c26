package dev.jevprune.adapters.files;

import dev.jevprune.adapters.files.HostFileException.Kind;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.Locale;
import java.util.Optional;

/**
 * A request that was saved from the older kit's worker protocol: a snapshot with a schema and an
 * operation.
 *
 * @param operation what was asked for
 * @param snapshot the request itself
 */
public record KitRequest(Operation operation, SnapshotFile snapshot) {

  /** The schema of such a request. */
  public static final String SCHEMA = "jev-prune.rpc.v1";

  /** What the kit's worker can do. */
  public enum Operation {
    /** Count what may be left out. */
    INSPECT,
    /** Apply the receipts. */
    PROJECT,
    /** Ask an evaluator. */
    ASSESS
  }

  /**
   * Reads a request.
   *
   * @throws HostFileException the first thing that is wrong, in the kit's order: JSON, schema,
   *     format, session, messages, operation, receipts
   */
  public static KitRequest parse(byte[] bytes) throws HostFileException {
    JsonObject object;
    try {
      object = SnapshotFile.object(bytes);
    } catch (HostFileException e) {
      throw e.kind() == Kind.JSON ? e : schema();
    }
    if (!isOne(object)) {
      throw schema();
    }
    // The kit looks at the receipts last, behind the operation.
    SnapshotFile.of(object.with("receipts", JsonArray.EMPTY));
    Optional<Operation> operation = object.string("op").flatMap(KitRequest::operation);
    if (operation.isEmpty()) {
      throw new HostFileException(
          Kind.FORMAT, "op", "names no operation: inspect, project or assess.");
    }
    return new KitRequest(operation.get(), SnapshotFile.of(object));
  }

  static boolean isOne(JsonObject object) {
    return object.string("schema").filter(SCHEMA::equals).isPresent();
  }

  private static Optional<Operation> operation(String name) {
    for (Operation operation : Operation.values()) {
      if (operation.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(operation);
      }
    }
    return Optional.empty();
  }

  private static HostFileException schema() {
    return new HostFileException(Kind.FORMAT, "schema", "is no request of schema " + SCHEMA + ".");
  }
}
