package dev.jevprune.adapters.store;

import dev.jevprune.core.lifecycle.ReadClass;
import java.util.Locale;
import java.util.Optional;

/** Why a body is left out. */
public enum DecisionKind {
  /** A later copy with the same text stays. */
  REPEAT,
  /** The file was edited later. */
  STALE,
  /** The same range was read again later. */
  SUPERSEDED;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The name on the ledger. */
  public String wireName() {
    return wireName;
  }

  /** The kind for that class; there is none for a fresh read. */
  public static DecisionKind of(ReadClass readClass) {
    return switch (readClass) {
      case STALE -> STALE;
      case SUPERSEDED -> SUPERSEDED;
      case FRESH -> throw new IllegalArgumentException("A fresh read stays.");
    };
  }

  static Optional<DecisionKind> parse(String wireName) {
    for (DecisionKind kind : values()) {
      if (kind.wireName.equals(wireName)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
