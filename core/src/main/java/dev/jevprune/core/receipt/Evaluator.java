package dev.jevprune.core.receipt;

import java.util.Locale;
import java.util.Optional;

/**
 * Who approved a pair.
 *
 * @param kind the kind of evaluator
 * @param model the model that judged; nothing when a person did
 * @param version the version of the rules by which it was asked
 */
public record Evaluator(Kind kind, Optional<String> model, String version) {

  /** The model that receipts of the older kit name. */
  public static final String KIT_MODEL = "jev-1.13.0";

  /** The version of our own rules. */
  public static final String VERSION = "1";

  /** The user, who saw the pair and said yes. */
  public static final Evaluator OPERATOR = new Evaluator(Kind.OPERATOR, Optional.empty(), VERSION);

  /** The remote service as the older kit asked it. */
  public static final Evaluator KIT = new Evaluator(Kind.TYPESAFE, Optional.of(KIT_MODEL), VERSION);

  /** The kinds of evaluator. */
  public enum Kind {
    /** The user, offline. */
    OPERATOR,
    /** The remote service. */
    TYPESAFE,
    /** A service on this machine. */
    LOCAL;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The name in files. */
    public String wireName() {
      return wireName;
    }

    /** The kind of that wire name. */
    public static Optional<Kind> parse(String wireName) {
      for (Kind kind : values()) {
        if (kind.wireName.equals(wireName)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }
}
