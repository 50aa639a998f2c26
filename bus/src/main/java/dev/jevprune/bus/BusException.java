package dev.jevprune.bus;

/**
 * A registry, a registration or a request that jev-bus.v1 refuses. The text says what to do; it
 * never holds text of a conversation.
 */
public final class BusException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** Not JSON as it is read strictly. */
    JSON,
    /** An object of the registry names a member twice. */
    REPEATED_MEMBER,
    /** Another schema than {@code jev-bus.v1}. */
    SCHEMA,
    /** {@code hosts} is no object or {@code stages} is no list. */
    SHAPE,
    /** A stage is no object, or its {@code hosts} are neither a list nor a text. */
    STAGE,
    /** A name of a stage or package is missing or blank. */
    NAME,
    /** Two stages have one name. */
    DUPLICATE_STAGE,
    /** A priority that is no whole number of 64 bits. */
    PRIORITY,
    /** No claims. */
    NO_CLAIM,
    /** A claim that is not one of the closed list. */
    UNKNOWN_CLAIM,
    /** A claim twice. */
    DUPLICATE_CLAIM,
    /** Another transport than {@code subprocess-json}. */
    TRANSPORT,
    /** The argument vector is no list of texts, or empty. */
    ARGV,
    /** A carrier for a host that has none. */
    HOST,
    /** A rank that is no whole number of 64 bits. */
    RANK,
    /** A host record that names no carrier. */
    CARRIER,
    /** Stages of two packages would edit the same. */
    CONFLICT,
    /** A registry of more than 256,000 bytes. */
    TOO_BIG,
    /** Another package holds the registry's lock. */
    LOCKED,
    /** What stands in the registry's place is no plain file or no folder. */
    FOREIGN
  }

  private final Kind kind;

  public BusException(Kind kind, String text) {
    super(text);
    this.kind = kind;
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }

  /** The text for the user. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
