package dev.jevprune.adapters.measure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /**
   * The nearest later result, and the nearest of another batch than that one: calls of one answer
   * run side by side and do not count among each other.
   */
  private record Later(Item nearest, @Nullable Item ofOtherBatch) {
    @Nullable Item notIn(int batch) {
      return nearest.batch != batch ? nearest : ofOtherBatch;
    }

    static Later of(Item item, @Nullable Later behind) {
      return new Later(item, behind == null ? null : behind.notIn(item.batch));
    }
  }

  private Classes() {}

  static void find(List<Item> items) {
    Map<Same, Item> same = new HashMap<>();
    Map<String, Later> edits = new HashMap<>();
    Map<Range, Later> reads = new HashMap<>();
    for (int i = items.size() - 1; i >= 0; i--) {
      Item item = items.get(i);
      ToolCall call = item.call;
      if (call == null) {
        continue;
      }
      forget(item);
      Same key = Same.of(call, item.body);
      item.sameLater = same.get(key);
      if (!item.failed) {
        same.put(key, item);
      }
      for (String path : item.isRead() ? item.paths() : List.<String>of()) {
        Later edit = edits.get(path);
        if (edit != null) {
          item.editLater = edit.nearest();
          item.editInLaterBatch = edit.notIn(item.batch);
        }
        Range range = new Range(path, call.range());
        Later read = reads.get(range);
        if (read != null) {
          item.rangeLater = read.nearest();
          item.rangeInLaterBatch = read.notIn(item.batch);
        }
        reads.put(range, Later.of(item, read));
      }
      if (item.isEdit()) {
        item.paths().forEach(path -> edits.put(path, Later.of(item, edits.get(path))));
      }
    }
  }

  /** What was found before the conversation went back to an earlier place. */
  private static void forget(Item item) {
    item.sameLater = null;
    item.editLater = null;
    item.editInLaterBatch = null;
    item.rangeLater = null;
    item.rangeInLaterBatch = null;
  }
}
