package dev.jevprune.bus;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonString;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a stage may do to a message list. The list of words is closed: a registry with another word
 * is refused, since nobody could say what the stage is allowed to do. Declared in the order of
 * their names, which is the order in which they are written.
 */
public enum Claim {
  /** Change the text of assistant messages. */
  ASSISTANT_PROSE("assistant-prose"),
  /** Leave whole messages out. */
  MESSAGE_REMOVE("message-remove"),
  /** Put messages into another order. */
  MESSAGE_REORDER("message-reorder"),
  /** Offer text to be put behind the system prompt. */
  SYSTEM_APPEND("system-append"),
  /** Change the bodies of the results of every tool. */
  TOOL_RESULT_ALL("tool-result:*"),
  /** Change the bodies of the results of the tools that read files. */
  TOOL_RESULT_READ("tool-result:read");

  private final String wireName;

  Claim(String wireName) {
    this.wireName = wireName;
  }

  /** The name in the registry. */
  public String wireName() {
    return wireName;
  }

  /** The claim of that name. */
  public static Optional<Claim> parse(String wireName) {
    for (Claim claim : values()) {
      if (claim.wireName.equals(wireName)) {
        return Optional.of(claim);
      }
    }
    return Optional.empty();
  }

  /** Whether two stages with these claims would edit the same: equal, or one stands for both. */
  public boolean overlaps(Claim other) {
    return this == other || (isToolResult() && other.isToolResult());
  }

  private boolean isToolResult() {
    return this == TOOL_RESULT_ALL || this == TOOL_RESULT_READ;
  }

  /**
   * Reads the claims of a stage.
   *
   * @param value a non-empty list of known, distinct names
   * @throws BusException {@code NO_CLAIM}, {@code UNKNOWN_CLAIM} or {@code DUPLICATE_CLAIM}
   */
  public static Set<Claim> parseAll(Optional<Json> value, String stage) throws BusException {
    if (!(value.orElse(null) instanceof JsonArray names) || names.isEmpty()) {
      throw new BusException(
          BusException.Kind.NO_CLAIM, "Stage " + stage + " has no list of claims.");
    }
    Set<Claim> claims = EnumSet.noneOf(Claim.class);
    for (Json name : names) {
      Claim claim =
          (name instanceof JsonString text ? parse(text.value()) : Optional.<Claim>empty())
              .orElseThrow(
                  () ->
                      new BusException(
                          BusException.Kind.UNKNOWN_CLAIM,
                          "Stage " + stage + " has a claim that jev-bus.v1 does not know."));
      if (!claims.add(claim)) {
        throw new BusException(
            BusException.Kind.DUPLICATE_CLAIM,
            "Stage " + stage + " claims " + claim.wireName + " twice.");
      }
    }
    return claims;
  }

  @Override
  public String toString() {
    return wireName;
  }
}
