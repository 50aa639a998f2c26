package dev.jevprune.adapters.measure;

import dev.jevprune.core.lifecycle.ClassifiedRead;
import dev.jevprune.core.lifecycle.ReadClass;
import dev.jevprune.core.lifecycle.ReadLifecycle;
import dev.jevprune.core.lifecycle.ToolAction;
import dev.jevprune.core.lifecycle.ToolEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds for each result of a segment what later results make of it, in one pass from the end. */
final class Classes {

  /** What two results must share to be an exact repeat. */
  private record Same(
      String tool, long argumentsHigh, long argumentsLow, long textHigh, long textLow) {
    static Same of(ToolCall call, Body text) {
      return new Same(
          call.tool(), call.arguments().high(), call.arguments().low(), text.high(), text.low());
    }
  }

  private record Range(String path, String range) {}

  private Classes() {}

  static void find(List<Item> items) {
    Map<Same, Item> same = new HashMap<>();
    Map<String, Item> edits = new HashMap<>();
    Map<Range, Item> reads = new HashMap<>();
    for (int i = items.size() - 1; i >= 0; i--) {
      Item item = items.get(i);
      ToolCall call = item.call;
      if (call == null) {
        continue;
      }
      Same key = Same.of(call, item.body);
      item.sameLater = same.get(key);
      if (!item.failed) {
        same.put(key, item);
      }
      item.editLater = null;
      item.rangeLater = null;
      for (String path : item.isRead() ? item.paths() : List.<String>of()) {
        item.editLater = edits.get(path);
        item.rangeLater = reads.put(new Range(path, call.range()), item);
      }
      if (item.isEdit()) {
        item.paths().forEach(path -> edits.put(path, item));
      }
    }
    classify(items);
  }

  /** The classes that decide, which look at other batches alone. */
  private static void classify(List<Item> items) {
    List<ToolEvent> events = new ArrayList<>();
    for (Item item : items) {
      item.readClass = ReadClass.FRESH;
      item.edited = null;
      item.readAgain = null;
      if (item.call != null && !item.failed && !item.paths().isEmpty()) {
        events.add(event(item, item.call.action()));
      }
    }
    for (ClassifiedRead read : ReadLifecycle.classify(events)) {
      Item item = items.get(place(read.event()));
      item.readClass = read.readClass();
      Item cause = read.cause().map(event -> items.get(place(event))).orElse(null);
      item.edited = read.readClass() == ReadClass.STALE ? cause : null;
      // Of a read that became stale after it was superseded only the edit is named.
      item.readAgain = read.readClass() == ReadClass.SUPERSEDED ? cause : null;
      if (item.readAgain == null && read.superseded()) {
        item.readAgain = item.rangeLater;
      }
    }
  }

  private static ToolEvent event(Item item, ToolAction action) {
    return new ToolEvent(String.valueOf(item.order), item.batch, action, true, item.images == 0);
  }

  private static int place(ToolEvent event) {
    return Integer.parseInt(event.id());
  }
}
