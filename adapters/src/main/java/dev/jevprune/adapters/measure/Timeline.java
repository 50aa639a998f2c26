package dev.jevprune.adapters.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The context of a session from request to request, with and without pruning. */
final class Timeline {
  /** A point is a request; longer sessions are thinned out evenly. */
  static final int MAX_POINTS = 80;

  private long[] before = new long[0];
  private long[] billed = new long[0];
  private final Map<Policy, long[]> after = new EnumMap<>(Policy.class);
  private int size;

  /**
   * Adds the requests of a part of the session.
   *
   * @param contexts tokens of each, nothing left out
   * @param bills tokens that were billed; 0 where the file does not say
   */
  void add(long[] contexts, long[] bills, Map<Policy, long[]> with) {
    before = append(before, contexts);
    billed = append(billed, bills);
    for (Policy policy : Policy.values()) {
      after.put(
          policy,
          append(after.getOrDefault(policy, new long[0]), with.getOrDefault(policy, contexts)));
    }
    size += contexts.length;
  }

  private static long[] append(long[] start, long[] end) {
    long[] all = Arrays.copyOf(start, start.length + end.length);
    System.arraycopy(end, 0, all, start.length, end.length);
    return all;
  }

  /** The requests that are shown, by their number from 0; the last is always among them. */
  List<Integer> points() {
    List<Integer> points = new ArrayList<>();
    int shown = Math.min(size, MAX_POINTS);
    for (int i = 0; i < shown; i++) {
      points.add((int) ((long) (i + 1) * size / shown - 1));
    }
    return points;
  }

  long before(int request) {
    return before[request];
  }

  long billed(int request) {
    return billed[request];
  }

  long after(Policy policy, int request) {
    return after.getOrDefault(policy, before)[request];
  }

  int size() {
    return size;
  }
}
