package dev.jevprune.adapters.measure;

/** Sums of what was left out in front of a place, in a tree that is cheap to change and to ask. */
final class Savings {
  private final long[] tree;

  Savings(int places) {
    tree = new long[places + 1];
  }

  void add(int place, long tokens) {
    for (int i = place + 1; i < tree.length; i += i & -i) {
      tree[i] += tokens;
    }
  }

  /** What was left out at the places before {@code place}. */
  long before(int place) {
    long sum = 0;
    for (int i = place; i > 0; i -= i & -i) {
      sum += tree[i];
    }
    return sum;
  }
}
