package dev.jevprune.core.snapshot;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One tool result with its call. Hashes are made when first asked for and then kept; an item is
 * used by one thread.
 */
public final class Item {

  private static final Set<String> READ_TOOLS = Set.of("read", "read_file", "file_read");

  private final CallId id;
  private final int callIndex;
  private final int messageIndex;
  private final OptionalInt partIndex;
  private final Invocation invocation;
  private final Body body;
  private final Optional<GateReason> ineligible;
  private final int bodyBytes;

  private @Nullable Digest requestKey;
  private @Nullable Proof proof;
  private int argumentBytes = -1;

  /** Both records must have a canonical form. */
  Item(
      CallId id,
      int callIndex,
      int messageIndex,
      OptionalInt partIndex,
      Invocation invocation,
      Body body,
      Optional<GateReason> ineligible) {
    this.id = id;
    this.callIndex = callIndex;
    this.messageIndex = messageIndex;
    this.partIndex = partIndex;
    this.invocation = invocation;
    this.body = body;
    this.ineligible = ineligible;
    int bytes = 0;
    for (String text : body.texts()) {
      bytes += Utf8.length(text);
    }
    this.bodyBytes = bytes;
  }

  /**
   * The call side.
   *
   * @param tool the tool's name
   * @param arguments the arguments as given
   * @param record the call record; nothing when call and result are one record
   */
  record Invocation(String tool, Json arguments, Optional<JsonObject> record) {}

  /**
   * The result side.
   *
   * @param texts the texts of the result
   * @param shape how they are laid out
   * @param record the whole result record
   */
  record Body(List<String> texts, Shape shape, JsonObject record) {}

  /** Whether a tool of this name reads a file. */
  public static boolean isReadTool(String tool) {
    return READ_TOOLS.contains(tool);
  }

  /** The call's id. */
  public CallId id() {
    return id;
  }

  /** Which message holds the call; calls of one message were made side by side. */
  public int callIndex() {
    return callIndex;
  }

  /** Which message holds the result. */
  public int messageIndex() {
    return messageIndex;
  }

  /** Which part of the message is the result, where a message has several (OpenCode). */
  public OptionalInt partIndex() {
    return partIndex;
  }

  /** The tool's name, empty when there is none. */
  public String tool() {
    return invocation.tool();
  }

  /** Whether the tool reads a file. */
  public boolean isRead() {
    return isReadTool(invocation.tool());
  }

  /**
   * The arguments as the conversation has them: a text in chat completions, else mostly an object.
   */
  public Json arguments() {
    return invocation.arguments();
  }

  /** The texts of the result, part by part. */
  public List<String> texts() {
    return body.texts();
  }

  /** How the texts are laid out. */
  public Shape shape() {
    return body.shape();
  }

  /** The texts joined by line feeds. */
  public String text() {
    return String.join("\n", body.texts());
  }

  /** The UTF-8 bytes of the texts; what joins them counts nothing. */
  public int bodyBytes() {
    return bodyBytes;
  }

  /** Whether the result may be a source or a witness at all. */
  public boolean eligible() {
    return ineligible.isEmpty();
  }

  /** Why the result can be neither source nor witness, if so. */
  public Optional<GateReason> ineligible() {
    return ineligible;
  }

  /** Whether {@code other} has the same texts in the same shape. */
  public boolean sameBody(Item other) {
    return body.shape().equals(other.body.shape()) && body.texts().equals(other.body.texts());
  }

  /** The path the call names in its arguments, for reports. */
  public Optional<String> path() {
    return pathIn(arguments());
  }

  /**
   * The path that arguments of a read name, in the spelling of any host: {@code path}, {@code
   * filePath} or {@code file_path}.
   */
  public static Optional<String> pathIn(Json arguments) {
    return arguments instanceof JsonObject object
        ? object
            .string("path")
            .or(() -> object.string("filePath"))
            .or(() -> object.string("file_path"))
        : Optional.empty();
  }

  /** UTF-8 bytes of the canonical arguments. */
  public int argumentBytes() {
    if (argumentBytes < 0) {
      argumentBytes = Utf8.length(canonicalArguments());
    }
    return argumentBytes;
  }

  /** The canonical spelling of the arguments. */
  public String canonicalArguments() {
    try {
      return CanonicalJson.write(arguments());
    } catch (JsonException e) {
      throw new AssertionError("The snapshot keeps no item without a canonical form.", e);
    }
  }

  /** Digest of tool and arguments: equal for two calls that ask for the same. */
  public Digest requestKey() {
    Digest key = requestKey;
    if (key == null) {
      key = digest(JsonObject.builder().put("tool", tool()).put("request", arguments()).build());
      requestKey = key;
    }
    return key;
  }

  /** The proof of this result. */
  public Proof proof() {
    Proof made = proof;
    if (made == null) {
      made = new Proof(id, digest(nativeRecord()), requestKey());
      proof = made;
    }
    return made;
  }

  private Json nativeRecord() {
    if (invocation.record().isEmpty()) {
      return body.record();
    }
    Digest call = digest(invocation.record().get());
    return JsonObject.builder()
        .put("call", new JsonString(call.hex()))
        .put("result", body.record())
        .build();
  }

  private static Digest digest(Json value) {
    try {
      return CanonicalJson.digest(value);
    } catch (JsonException e) {
      throw new AssertionError("The snapshot keeps no item without a canonical form.", e);
    }
  }

  @Override
  public String toString() {
    return tool() + " " + id + " in message " + messageIndex;
  }
}
