package dev.jevprune.adapters.measure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands in the context between two compactions. Nothing is compared across a compaction: what
 * stood before is not in the context any more.
 */
final class Segment {
  /** How many earlier reads of a path a new one is compared with. */
  private static final int NEIGHBOURS = 16;

  /** How many lines are kept for comparing, over all paths; the oldest go first. */
  private static final long MAX_LINES = 4_000_000;

  final List<Item> items = new ArrayList<>();
  final List<Ask> asks = new ArrayList<>();

  /** Requests up to here are in the report already. */
  int reported;

  /** Whether the cache can hold nothing of the first request. */
  boolean startsCold = true;

  private final Map<String, Deque<Item>> readsByPath = new HashMap<>();
  private final Deque<Item> lined = new ArrayDeque<>();
  private long lines;

  void add(Item item) {
    items.add(item);
    if (item.isRead() && item.images == 0) {
      for (String path : item.paths()) {
        compare(item, readsByPath.computeIfAbsent(path, p -> new ArrayDeque<>()));
      }
      lines += item.body.lines().count();
      lined.add(item);
      while (lines > MAX_LINES && lined.size() > 1) {
        forget(lined.remove());
      }
    }
  }

  private void compare(Item item, Deque<Item> earlier) {
    for (Item before : earlier) {
      if (item.body.lines().isWithin(before.body.lines())) {
        item.alreadyThere = true;
      }
      if (before.body.lines().isWithin(item.body.lines())) {
        before.textContained = true;
      }
      if (before.body.lines().count() > 0
          && item.firstLine() <= before.firstLine()
          && before.endLine() <= item.endLine()) {
        before.rangeContained = true;
      }
    }
    earlier.add(item);
    if (earlier.size() > NEIGHBOURS) {
      earlier.remove();
    }
  }

  private void forget(Item item) {
    lines -= item.body.lines().count();
    item.body = item.body.withoutLines();
  }

  /** Takes back what was added behind a place; the conversation goes on from there. */
  void cut(int toItems) {
    items.subList(toItems, items.size()).clear();
    asks.removeIf(ask -> ask.items > toItems);
    reported = asks.size();
    readsByPath.values().forEach(reads -> reads.removeIf(read -> read.order >= toItems));
    lined.removeIf(read -> read.order >= toItems);
    lines = lined.stream().mapToLong(read -> read.body.lines().count()).sum();
  }

  boolean isEmpty() {
    return items.isEmpty() && asks.isEmpty();
  }
}
