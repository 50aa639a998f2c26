package dev.jevprune.adapters.measure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which bodies of a segment each policy leaves out, and from which request on. */
final class Removals {
  /** The last messages never change. */
  private static final int PROTECTED_TAIL = 16;

  private static final int NEVER = Integer.MAX_VALUE;

  private final Segment segment;
  private final Markers markers;

  Removals(Segment segment, Markers markers) {
    this.segment = segment;
    this.markers = markers;
  }

  List<Removal> of(Policy policy) {
    List<Removal> removals = new ArrayList<>();
    for (Item item : segment.items) {
      if (item.isRead()
          && item.images == 0
          && markers.savedTokens(item) > 0
          && markers.savedBytes(item) > 0) {
        int ask = from(policy, item);
        if (ask < segment.asks.size()) {
          removals.add(new Removal(item, ask, markers.savedTokens(item), markers.savedBytes(item)));
        }
      }
    }
    return removals;
  }

  private int from(Policy policy, Item read) {
    return switch (policy) {
      case EXACT_REPEATS -> exactRepeat(read);
      case STALE_AT_DEPTH -> stale(read);
      case COLD_ONLY -> cold(Math.min(exactRepeat(read), Math.min(stale(read), superseded(read))));
      case TAIL -> read.alreadyThere ? firstWith(read.order) : NEVER;
    };
  }

  private int exactRepeat(Item read) {
    Item witness = read.sameLater;
    long bytes = read.body.bytes();
    if (witness == null || bytes < Counts.MIN_BYTES || bytes > Counts.MAX_BYTES) {
      return NEVER;
    }
    for (int t = firstWith(witness.order); t < segment.asks.size(); t++) {
      Ask ask = segment.asks.get(t);
      if (read.message < ask.lastUser && read.message < ask.messages - PROTECTED_TAIL) {
        return t;
      }
    }
    return NEVER;
  }

  private int stale(Item read) {
    return after(read.edited, read);
  }

  private int superseded(Item read) {
    return after(read.readAgain, read);
  }

  private int after(@Nullable Item event, Item read) {
    return event == null || read.tokens() < Markers.MIN_TOKENS ? NEVER : firstWith(event.order);
  }

  private int cold(int from) {
    for (int t = from; t < segment.asks.size(); t++) {
      if (segment.asks.get(t).cold) {
        return t;
      }
    }
    return NEVER;
  }

  /** The first request that holds the item of that place. */
  private int firstWith(int order) {
    int low = 0;
    int high = segment.asks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (segment.asks.get(middle).items > order) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
