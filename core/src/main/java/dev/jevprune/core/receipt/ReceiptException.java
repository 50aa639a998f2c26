package dev.jevprune.core.receipt;

/** Receipts that cannot be used; none of the list is. */
public final class ReceiptException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** No list, or more than 128. */
    RECEIPTS("receipts", "The receipts are no list of at most 128."),
    /** A receipt has other members, or a policy or evaluator that we do not know. */
    RECEIPT("receipt", "A receipt has unknown members or was made under another policy."),
    /** A proof has other members. */
    PROOF("proof", "A receipt's proof has unknown or missing members."),
    /** An id of a proof breaks the id rule. */
    PROOF_ID("proof-id", "A receipt's proof names an id that cannot be one."),
    /** A hash of a proof is none. */
    PROOF_HASH(
        "proof-hash", "A receipt's proof holds a hash that is not 64 lower-case hex digits."),
    /** A source is named twice, or an id is both source and witness. */
    DEPENDENCY(
        "dependency", "Two receipts name the same source, or one's witness is another's source."),
    /** A receipt belongs to another session or format. */
    FOREIGN("foreign-receipt", "A receipt belongs to another session or format.");

    private final String code;
    private final String text;

    Kind(String code, String text) {
      this.code = code;
      this.text = text;
    }

    /** The short code in protocols and reports. */
    public String code() {
      return code;
    }
  }

  private final Kind kind;

  /**
   * @param kind what is wrong
   * @param index which receipt of the list, -1 for the list itself
   */
  public ReceiptException(Kind kind, int index) {
    super(kind.text + (index < 0 ? "" : " (receipt " + (index + 1) + " of the list)"));
    this.kind = kind;
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }
}
