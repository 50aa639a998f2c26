package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Cost;
import dev.jevprune.core.economics.Money;
import dev.jevprune.core.economics.Tokens;
import dev.jevprune.core.lifecycle.ReadClass;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is known of one session, of one file or of all of them: sums that add up. */
final class SessionReport {
  /** How many, how many bytes, how many tokens. */
  static final class Tally {
    long count;
    long bytes;
    long tokens;

    void add(Body body) {
      count++;
      bytes += body.bytes();
      tokens += body.tokens();
    }

    void add(Tally other) {
      count += other.count;
      bytes += other.bytes;
      tokens += other.tokens;
    }
  }

  final Counts counts = new Counts();
  final SortedMap<String, Tally> tools = new TreeMap<>();
  final Map<ReadClass, Tally> classes = new EnumMap<>(ReadClass.class);
  final Map<Overlap, Tally> overlaps = new EnumMap<>(Overlap.class);
  final Map<Gate, Tally> gates = new EnumMap<>(Gate.class);
  final Map<Policy, PolicyTally> policies = new EnumMap<>(Policy.class);
  final SortedSet<String> models = new TreeSet<>();

  /** Requests, and what was sent in them by our estimate. */
  long requests;

  long coldRequests;
  long promptTokens;
  long readTokens;
  long pricedRequests;
  Money estimatedInput = Money.ZERO;

  /** Requests whose bill is in the file, their bill, and our estimate of the same requests. */
  long billedRequests;

  Tokens billed = Tokens.NONE;
  long estimatedOfBilled;
  long pricedBilled;
  Cost billedCost = Cost.ZERO;

  /** Results that hold an image or another part without text: their cost is not known. */
  long images;

  final Timeline timeline = new Timeline();

  SessionReport() {
    for (ReadClass read : ReadClass.values()) {
      classes.put(read, new Tally());
    }
    for (Overlap overlap : Overlap.values()) {
      overlaps.put(overlap, new Tally());
    }
    for (Gate gate : Gate.values()) {
      gates.put(gate, new Tally());
    }
    for (Policy policy : Policy.values()) {
      policies.put(policy, new PolicyTally());
    }
  }

  private static Tally of(Map<String, Tally> tallies, String name) {
    return tallies.computeIfAbsent(name, n -> new Tally());
  }

  Tally tool(String name) {
    return of(tools, name);
  }

  static <K> Tally of(Map<K, Tally> tallies, K key) {
    return tallies.computeIfAbsent(key, k -> new Tally());
  }

  void add(SessionReport other) {
    counts.add(other.counts);
    other.tools.forEach((name, tally) -> tool(name).add(tally));
    other.classes.forEach((key, tally) -> of(classes, key).add(tally));
    other.overlaps.forEach((key, tally) -> of(overlaps, key).add(tally));
    other.gates.forEach((key, tally) -> of(gates, key).add(tally));
    other.policies.forEach(
        (key, tally) -> policies.computeIfAbsent(key, k -> new PolicyTally()).add(tally));
    models.addAll(other.models);
    requests += other.requests;
    coldRequests += other.coldRequests;
    promptTokens += other.promptTokens;
    readTokens += other.readTokens;
    pricedRequests += other.pricedRequests;
    estimatedInput = estimatedInput.plus(other.estimatedInput);
    billedRequests += other.billedRequests;
    billed = billed.plus(other.billed);
    estimatedOfBilled += other.estimatedOfBilled;
    pricedBilled += other.pricedBilled;
    billedCost = billedCost.plus(other.billedCost);
    images += other.images;
  }

  /** What is there to do, in one word; three cases that are easily taken for one another. */
  String state() {
    if (counts.allReads() == 0) {
      return "no_reads";
    }
    return gates.entrySet().stream().anyMatch(e -> e.getKey().removable() && e.getValue().count > 0)
        ? "something_to_remove"
        : "nothing_to_remove";
  }
}
