package dev.jevprune.adapters.files;

/** A file that holds no conversation we can read. The message says why, and no text of the file. */
public final class HostFileException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** The file is not JSON. */
    JSON("json"),
    /** The kit's form names a format that we do not know. */
    FORMAT("format"),
    /** The kit's form names no session, or one that cannot be. */
    SESSION("session"),
    /** No message list, or one that is too long. */
    MESSAGES("messages"),
    /** The receipts cannot be used; the message says why. */
    RECEIPTS("receipts"),
    /** A stored receipt file belongs to another profile or session, or is none. */
    IDENTITY("store-identity");

    private final String code;

    Kind(String code) {
      this.code = code;
    }
  }

  private final Kind kind;
  private final String code;

  HostFileException(Kind kind, String message) {
    this(kind, kind.code, message);
  }

  HostFileException(Kind kind, String code, String message) {
    super(message);
    this.kind = kind;
    this.code = code;
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }

  /** The short code in reports: of the kind, or of the receipt rule that was broken. */
  public String code() {
    return code;
  }
}
