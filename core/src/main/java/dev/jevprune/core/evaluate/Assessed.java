package dev.jevprune.core.evaluate;

import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came out of an assessment.
 *
 * @param judged every pair that was judged, those known from before first
 * @param receipts the receipts of the session: those it had, then the new ones
 * @param added how many are new
 * @param verdicts what to remember
 */
public record Assessed(
    List<Judged> judged, List<Receipt> receipts, int added, List<Verdict> verdicts) {

  /** Copies the lists. */
  public Assessed {
    judged = List.copyOf(judged);
    receipts = List.copyOf(receipts);
    verdicts = List.copyOf(verdicts);
  }

  static Assessed of(
      Snapshot snapshot,
      List<Receipt> before,
      Rules rules,
      List<Judged> judged,
      List<Verdict> verdicts) {
    List<Receipt> receipts = new ArrayList<>(before);
    for (Judged one : judged) {
      if (one.judgement() instanceof Judgement.Approved) {
        receipts.add(
            Receipt.of(snapshot, one.pair().source(), one.pair().witness(), rules.evaluator()));
      }
    }
    return new Assessed(judged, receipts, receipts.size() - before.size(), verdicts);
  }

  /** The new receipts alone. */
  public List<Receipt> newReceipts() {
    return receipts.subList(receipts.size() - added, receipts.size());
  }

  /** The pair behind a new receipt. */
  public Optional<Pair> pair(Receipt receipt) {
    return judged.stream()
        .map(Judged::pair)
        .filter(pair -> pair.source().id().equals(receipt.source().id()))
        .findFirst();
  }

  /** How many of the judged pairs stay because of their answers. */
  public int refused() {
    return judged.size() - added;
  }

  /** The coverage that each judged pair reached, in hundredths; unanswered pairs have none. */
  public List<Integer> coverage() {
    return judged.stream()
        .flatMap(one -> Judgement.scores(one.judgement()).stream())
        .map(Scores::coverage)
        .toList();
  }
}
