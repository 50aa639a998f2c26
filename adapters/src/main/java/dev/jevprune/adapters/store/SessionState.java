package dev.jevprune.adapters.store;

import dev.jevprune.adapters.protocol.Choice;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.receipt.Receipt;
import java.util.List;

/**
 * What is stored about one session.
 *
 * @param ledger what the shim replays
 * @param receipts the proofs behind the ledger, and those of another evaluator
 */
public record SessionState(Ledger ledger, List<Receipt> receipts) {
  public SessionState {
    receipts = List.copyOf(receipts);
  }

  /** The receipts whose decision stands on the ledger. */
  public List<Receipt> onLedger() {
    return receipts.stream().filter(this::isOnLedger).toList();
  }

  /** The state without the chosen decisions and their receipts. */
  public SessionState without(Choice sources) {
    List<Decision> kept =
        ledger.decisions().stream()
            .filter(decision -> !sources.all() && !sources.ids().contains(decision.id().value()))
            .toList();
    return new SessionState(
        ledger.with(kept),
        receipts.stream()
            .filter(
                receipt -> !sources.all() && !sources.ids().contains(receipt.source().id().value()))
            .toList());
  }

  /** A first state for {@code child}, with everything decided here. */
  public SessionState adoptedBy(SessionId child) {
    List<Receipt> adopted =
        onLedger().stream()
            .map(
                receipt ->
                    new Receipt(
                        receipt.policy(),
                        receipt.evaluator(),
                        child,
                        receipt.format(),
                        receipt.source(),
                        receipt.witness()))
            .toList();
    return new SessionState(ledger.adoptedBy(child), adopted);
  }

  private boolean isOnLedger(Receipt receipt) {
    return receipt.session().equals(ledger.session())
        && receipt.format() == ledger.format()
        && ledger
            .decision(receipt.source().id())
            .filter(decision -> decision.isWitness(receipt.witness().id()))
            .isPresent();
  }
}
