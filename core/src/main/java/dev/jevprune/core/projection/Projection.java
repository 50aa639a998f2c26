package dev.jevprune.core.projection;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.Limits;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What receipts do to one message list. The list itself is not touched: this says what to replace.
 *
 * @param edits what to replace, in the order of the receipts
 * @param outcomes what became of each receipt, in order
 * @param bytesRemoved bytes of the bodies less bytes of the markers
 */
public record Projection(List<Edit> edits, List<Outcome> outcomes, long bytesRemoved) {

  /** Copies the lists. */
  public Projection {
    edits = List.copyOf(edits);
    outcomes = List.copyOf(outcomes);
  }

  /**
   * Checks every receipt against the list.
   *
   * @throws ReceiptException if the receipts break the rules over a whole list, or one of them
   *     belongs to another session or format
   */
  public static Projection of(Snapshot snapshot, List<Receipt> receipts) throws ReceiptException {
    ReceiptCodec.check(receipts);
    for (int i = 0; i < receipts.size(); i++) {
      Receipt receipt = receipts.get(i);
      if (!receipt.session().equals(snapshot.session()) || receipt.format() != snapshot.format()) {
        throw new ReceiptException(ReceiptException.Kind.FOREIGN, i);
      }
    }
    List<Edit> edits = new ArrayList<>();
    List<Outcome> outcomes = new ArrayList<>(receipts.size());
    long bytesRemoved = 0;
    for (Receipt receipt : receipts) {
      Outcome outcome = judge(snapshot, receipt);
      outcomes.add(outcome);
      if (outcome instanceof Outcome.Applied applied) {
        edits.add(applied.edit());
        bytesRemoved += applied.bytesRemoved();
      }
    }
    return new Projection(edits, outcomes, bytesRemoved);
  }

  /** How many receipts applied. */
  public int applied() {
    return edits.size();
  }

  /** How many receipts had no source in the list. */
  public int inactive() {
    return (int) outcomes.stream().filter(Outcome.Inactive.class::isInstance).count();
  }

  /** How many receipts no longer hold. */
  public int invalid() {
    return (int) outcomes.stream().filter(Outcome.Invalid.class::isInstance).count();
  }

  private static Outcome judge(Snapshot snapshot, Receipt receipt) {
    Optional<Item> found = snapshot.item(receipt.source().id());
    if (found.isEmpty()) {
      return new Outcome.Inactive(receipt);
    }
    Item source = found.get();
    Optional<Item> witness = snapshot.item(receipt.witness().id());
    String marker = Marker.repeatedRead(receipt.witness().id());
    int bytesRemoved = source.bodyBytes() - Utf8.length(marker);
    Optional<GateReason> reason =
        witness.isEmpty()
            ? Optional.of(GateReason.NO_LATER_COPY)
            : whyNot(receipt, source, witness.get())
                .or(() -> whyKept(snapshot, source))
                .or(
                    () ->
                        bytesRemoved > 0
                            ? Optional.empty()
                            : Optional.of(GateReason.MARKER_NO_WIN));
    return reason.isPresent()
        ? new Outcome.Invalid(receipt, reason.get())
        : new Outcome.Applied(receipt, Edit.of(snapshot.format(), source, marker), bytesRemoved);
  }

  private static Optional<GateReason> whyNot(Receipt receipt, Item source, Item witness) {
    if (source.ineligible().isPresent()) {
      return source.ineligible();
    }
    if (witness.ineligible().isPresent()) {
      return witness.ineligible();
    }
    // The cheap questions first: a hash is made only when everything else speaks for it.
    boolean holds =
        source.isRead()
            && source.messageIndex() < witness.messageIndex()
            && source.sameBody(witness)
            && source.requestKey().equals(witness.requestKey())
            && source.proof().equals(receipt.source())
            && witness.proof().equals(receipt.witness());
    return holds ? Optional.empty() : Optional.of(GateReason.LATER_COPY_DIFFERS);
  }

  /**
   * After a rewind a receipt may name what now belongs to the user's turn or to the last messages.
   */
  private static Optional<GateReason> whyKept(Snapshot snapshot, Item source) {
    if (source.messageIndex() >= snapshot.lastUserIndex()) {
      return Optional.of(GateReason.CURRENT_TURN);
    }
    return source.messageIndex() >= snapshot.messageCount() - Limits.PROTECTED_TAIL
        ? Optional.of(GateReason.PROTECTED_TAIL)
        : Optional.empty();
  }
}
