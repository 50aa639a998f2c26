package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.Rates;
import dev.jevprune.core.economics.Tokens;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds what a segment says to the report of its session. */
final class SegmentReporter {
  private final SessionReport report;
  private final Markers markers;

  SegmentReporter(SessionReport report, Markers markers) {
    this.report = report;
    this.markers = markers;
  }

  /**
   * Reports results from a place on, and the requests that were not reported before.
   *
   * @param fromItem 0 for the whole segment; else the place to which the conversation goes back
   */
  void report(Segment segment, int fromItem) {
    ColdTurns.mark(segment);
    Classes.find(segment.items);
    for (Item item : segment.items.subList(fromItem, segment.items.size())) {
      if (item.call != null) {
        result(item, item.call);
      }
    }
    requests(segment);
  }

  private void result(Item item, ToolCall call) {
    report.counts.add(item);
    report.tool(call.toolName()).add(item.body);
    report.images += item.images > 0 ? 1 : 0;
    if (item.isRead()) {
      SessionReport.of(report.classes, item.readClass).add(item.body);
      for (Overlap overlap : Overlap.values()) {
        if (overlap.isTrueOf(item)) {
          SessionReport.of(report.overlaps, overlap).add(item.body);
        }
      }
    }
    if (item.isAnyRead()) {
      SessionReport.of(report.gates, Gate.of(item, markers)).add(item.body);
    }
  }

  private void requests(Segment segment) {
    List<Ask> asks = segment.asks;
    int first = segment.reported;
    if (first >= asks.size()) {
      return;
    }
    Simulation simulation = new Simulation(segment);
    long[] contexts = new long[asks.size()];
    long[] bills = new long[asks.size()];
    for (int t = 0; t < asks.size(); t++) {
      contexts[t] = simulation.context(t);
      Tokens billed = asks.get(t).billed;
      bills[t] = billed == null ? 0 : billed.prompt();
      if (t >= first) {
        request(asks.get(t), contexts[t], simulation.cached(t), billed);
      }
    }
    Removals removals = new Removals(segment, markers);
    Map<Policy, long[]> with = new EnumMap<>(Policy.class);
    for (Policy policy : Policy.values()) {
      PolicyTally tally = report.policies.computeIfAbsent(policy, p -> new PolicyTally());
      with.put(policy, behind(simulation.run(removals.of(policy), tally), first));
    }
    report.timeline.add(behind(contexts, first), behind(bills, first), with);
    segment.reported = asks.size();
  }

  private static long[] behind(long[] all, int first) {
    return Arrays.copyOfRange(all, first, all.length);
  }

  private void request(Ask ask, long context, long cached, @Nullable Tokens billed) {
    report.requests++;
    report.coldRequests += ask.cold ? 1 : 0;
    report.promptTokens += context;
    report.readTokens += cached;
    if (ask.price.isPresent()) {
      Rates rates = ask.price.get().rates(context);
      report.pricedRequests++;
      report.estimatedInput =
          report.estimatedInput.plus(Simulation.cost(rates, cached, context - cached));
    }
    if (billed != null) {
      report.billedRequests++;
      report.billed = report.billed.plus(billed);
      report.estimatedOfBilled += context;
      if (ask.price.isPresent()) {
        report.pricedBilled++;
        report.billedCost = report.billedCost.plus(ask.price.get().cost(billed));
      }
    }
  }

  /** Takes a bill that the file has for the session as a whole. */
  void totals(Tokens bill, Optional<ModelPrice> price) {
    if (report.billedRequests > 0) {
      return;
    }
    report.billedRequests = report.requests;
    report.billed = bill;
    report.estimatedOfBilled = report.promptTokens;
    if (price.isPresent()) {
      // Tiers go by the request; of a sum only the lowest is certain.
      report.pricedBilled = report.requests;
      report.billedCost = price.get().rates().cost(bill);
    }
  }
}
