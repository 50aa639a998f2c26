package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Money;
import java.util.ArrayList;
import java.util.List;

/**
 * What a policy would have done, in sums that add up over segments, sessions and files. In tokens:
 * {@code grossRead + grossWritten = uniqueTokens + repeatRead + repeatWritten}; in money: {@code
 * net = gross + tier − reanchor}.
 */
final class PolicyTally {
  /** Enough for a median; further edits are only counted. */
  private static final int MAX_EDITS = 10_000;

  long bodies;
  long uniqueBytes;
  long uniqueTokens;
  long grossRead;
  long grossWritten;
  long repeatRead;
  long repeatWritten;
  long reanchored;

  /** Requests with a known price; the money below is theirs. */
  long priced;

  Money gross = Money.ZERO;
  Money reanchor = Money.ZERO;
  Money tier = Money.ZERO;
  Money net = Money.ZERO;

  /** Requests in which something behind a cached beginning changed. */
  long warmEdits;

  /** Those of them that later requests of the segment paid for, as far as there are prices. */
  long paidBack;

  private final List<Double> needed = new ArrayList<>();
  private final List<Double> left = new ArrayList<>();

  void warmEdit(double requests, int later) {
    if (requests <= later) {
      paidBack++;
    }
    if (needed.size() < MAX_EDITS) {
      needed.add(requests);
      left.add((double) later);
    }
  }

  void add(PolicyTally other) {
    bodies += other.bodies;
    uniqueBytes += other.uniqueBytes;
    uniqueTokens += other.uniqueTokens;
    grossRead += other.grossRead;
    grossWritten += other.grossWritten;
    repeatRead += other.repeatRead;
    repeatWritten += other.repeatWritten;
    reanchored += other.reanchored;
    priced += other.priced;
    gross = gross.plus(other.gross);
    reanchor = reanchor.plus(other.reanchor);
    tier = tier.plus(other.tier);
    net = net.plus(other.net);
    warmEdits += other.warmEdits;
    paidBack += other.paidBack;
    int room = Math.min(other.needed.size(), MAX_EDITS - needed.size());
    needed.addAll(other.needed.subList(0, room));
    left.addAll(other.left.subList(0, room));
  }

  boolean hasBreakEven() {
    return !needed.isEmpty();
  }

  /** The median of the later requests that an edit needs to pay. */
  double medianNeeded() {
    return median(needed);
  }

  /** The median of the later requests there were. */
  double medianLeft() {
    return median(left);
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted.length % 2 == 1
        ? sorted[sorted.length / 2]
        : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
  }
}
