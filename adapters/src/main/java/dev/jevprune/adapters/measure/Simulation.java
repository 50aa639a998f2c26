package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.BreakEven;
import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.Money;
import dev.jevprune.core.economics.Rates;
import java.util.Comparator;
import java.util.List;

/**
 * Sends the requests of a segment once more without what a policy leaves out, and compares what the
 * prompt cache would have billed. Without pruning a warm request reads what the request before it
 * sent and writes what is new; a cold one writes everything. With pruning, everything behind the
 * first new edit is written again.
 */
final class Simulation {
  private final Segment segment;
  private final long[] prefix;

  Simulation(Segment segment) {
    this.segment = segment;
    prefix = new long[segment.items.size() + 1];
    for (int i = 0; i < segment.items.size(); i++) {
      prefix[i + 1] = prefix[i] + segment.items.get(i).tokens();
    }
  }

  /** Tokens of the context of a request, nothing left out. */
  long context(int ask) {
    return prefix[segment.asks.get(ask).items];
  }

  /** What of it the request before had sent: nothing on a cold turn. */
  long cached(int ask) {
    return ask == 0 || segment.asks.get(ask).cold
        ? 0
        : Math.min(context(ask), prefix[segment.asks.get(ask - 1).items]);
  }

  /**
   * Runs one policy.
   *
   * @param removals of this segment, in any order
   * @param tally takes what belongs to requests that are not yet reported
   * @return the tokens of each request's context with the policy
   */
  long[] run(List<Removal> removals, PolicyTally tally) {
    List<Removal> due = removals.stream().sorted(Comparator.comparingInt(Removal::ask)).toList();
    Savings savings = new Savings(segment.items.size());
    long[] contexts = new long[segment.asks.size()];
    int next = 0;
    for (int t = 0; t < segment.asks.size(); t++) {
      Ask ask = segment.asks.get(t);
      int from = next;
      int known = ask.cold || t == 0 ? 0 : Math.min(ask.items, segment.asks.get(t - 1).items);
      int edge = known;
      while (next < due.size() && due.get(next).ask() == t) {
        Removal removal = due.get(next++);
        edge = Math.min(edge, removal.item().order);
        savings.add(removal.item().order, removal.tokens());
      }
      long gone = savings.before(ask.items);
      long goneRead = savings.before(known);
      contexts[t] = context(t) - gone;
      // What was cached, less what is left out of it, less what stays in front of the first edit.
      long kept = prefix[edge] - savings.before(edge);
      long again = edge < known ? prefix[known] - goneRead - kept : 0;
      if (t >= segment.reported) {
        Step step = new Step(gone, goneRead, again, due.subList(from, next), known);
        tally(tally, ask, t, step);
      }
    }
    return contexts;
  }

  /**
   * @param gone tokens left out of the request
   * @param goneRead those of them that the cache would have been read for
   * @param again tokens that are written instead of read
   * @param fresh what is left out for the first time
   * @param known the items that the request before had sent
   */
  private record Step(long gone, long goneRead, long again, List<Removal> fresh, int known) {}

  private void tally(PolicyTally tally, Ask ask, int t, Step step) {
    long uniqueRead = 0;
    long uniqueWritten = 0;
    for (Removal removal : step.fresh()) {
      if (removal.item().order < step.known()) {
        uniqueRead += removal.tokens();
      } else {
        uniqueWritten += removal.tokens();
      }
      tally.bodies++;
      tally.uniqueBytes += removal.bytes();
    }
    long goneWritten = step.gone() - step.goneRead();
    tally.uniqueTokens += uniqueRead + uniqueWritten;
    tally.grossRead += step.goneRead();
    tally.grossWritten += goneWritten;
    tally.repeatRead += step.goneRead() - uniqueRead;
    tally.repeatWritten += goneWritten - uniqueWritten;
    tally.reanchored += step.again();
    int left = segment.asks.size() - 1 - t;
    if (ask.price.isPresent()) {
      price(tally, ask.price.get(), t, step);
    }
    if (step.again() > 0) {
      tally.warmEdits++;
      ask.price
          .map(p -> BreakEven.requests(p.rates(context(t)), step.again(), uniqueReadOf(step)))
          .filter(needed -> needed.isPresent())
          .ifPresent(needed -> tally.warmEdit(needed.getAsDouble(), left));
    }
  }

  private static long uniqueReadOf(Step step) {
    return step.fresh().stream()
        .filter(removal -> removal.item().order < step.known())
        .mapToLong(Removal::tokens)
        .sum();
  }

  private void price(PolicyTally tally, ModelPrice price, int t, Step step) {
    Rates rates = price.rates(context(t));
    Rates with = price.rates(context(t) - step.gone());
    long read = cached(t);
    long written = context(t) - read;
    long readWith = read - step.goneRead() - step.again();
    long writtenWith = written - (step.gone() - step.goneRead()) + step.again();
    Money before = cost(rates, read, written);
    Money after = cost(with, readWith, writtenWith);
    Money gross = cost(rates, step.goneRead(), step.gone() - step.goneRead());
    Money again = new Money(step.again() * (rates.write() - rates.read()));
    Money net = before.minus(after);
    tally.priced++;
    tally.gross = tally.gross.plus(gross);
    tally.reanchor = tally.reanchor.plus(again);
    // A request that falls below a tier's limit is cheaper as a whole.
    tally.tier = tally.tier.plus(net.minus(gross).plus(again));
    tally.net = tally.net.plus(net);
  }

  static Money cost(Rates rates, long read, long written) {
    return new Money(read * rates.read() + written * rates.write());
  }
}
