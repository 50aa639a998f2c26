package dev.jevprune.bus.chain;

import java.util.Locale;
import java.util.Optional;

/** What a chain is run for. */
public enum Op {
  /** Edit the list of a request that is about to go out. */
  TRANSFORM,
  /** Say what would be edited; the list stays as it is. */
  PLAN;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The name in requests. */
  public String wireName() {
    return wireName;
  }

  /** The operation of that name. */
  public static Optional<Op> parse(String wireName) {
    for (Op op : values()) {
      if (op.wireName.equals(wireName)) {
        return Optional.of(op);
      }
    }
    return Optional.empty();
  }
}
