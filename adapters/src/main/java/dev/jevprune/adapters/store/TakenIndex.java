package dev.jevprune.adapters.store;

import dev.jevprune.adapters.store.StoreException.Kind;
import dev.jevprune.core.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which decisions of a session were taken, told a second time beside the ledger, so that one that
 * the ledger lost is known to have been on the wire, and one that was never taken is not. The index
 * never names a decision that the ledger does not: it is written after the ledger when decisions
 * come, and before it when they go.
 */
final class TakenIndex {
  private static final JsonFiles.Family FAMILY =
      new JsonFiles.Family("jev-prune.taken.v", 1, "it is written anew from the ledger.");

  private final JsonFiles files;
  private final StateLayout layout;

  TakenIndex(JsonFiles files, StateLayout layout) {
    this.files = files;
    this.layout = layout;
  }

  /**
   * The index of a session; one that was damaged is set aside and counts as none.
   *
   * @throws StoreException when it is newer or foreign
   */
  Optional<Ledger> read(SessionId session) throws IOException {
    try {
      return files.read(layout.taken(session), FAMILY, fields -> Ledger.of(fields, session));
    } catch (StoreException e) {
      if (e.kind() == Kind.DAMAGED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  void write(Ledger ledger) throws IOException {
    files.write(layout.taken(ledger.session()), ledger.toJson(FAMILY.schema()));
  }

  /** Before the ledger becomes {@code next}: takes out what will not be on it. */
  void takeBack(Ledger next) throws IOException {
    Optional<Ledger> index = read(next.session());
    if (index.isPresent()) {
      Ledger common = common(index.get(), next);
      if (!common.equals(index.get())) {
        write(common);
      }
    }
  }

  /** What both leave out, under the number of the first. */
  private static Ledger common(Ledger index, Ledger next) {
    List<Decision> both = new ArrayList<>();
    for (Decision decision : index.decisions()) {
      Optional<Decision> other =
          next.decision(decision.id()).filter(o -> o.held(false).equals(decision.held(false)));
      other.ifPresent(o -> both.add(decision.held(decision.held() || o.held())));
    }
    return new Ledger(
        index.session(),
        index.format(),
        index.version(),
        index.off() || next.off(),
        index.adoptedFrom(),
        both);
  }

  /**
   * What holds: the ledger, unless it is gone or older than the index. What then comes back gets a
   * number of its own, since somebody may still know the lost ledger under the index's.
   */
  static Optional<Ledger> truth(Optional<Ledger> ledger, Optional<Ledger> index) {
    boolean lost =
        index.isPresent() && ledger.filter(l -> l.version() >= index.get().version()).isEmpty();
    return lost ? index.map(taken -> taken.numbered(taken.version() + 1)) : ledger;
  }
}
