package dev.jevprune.adapters.measure;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The plain counts of a session. A call counts with its result; a failed one is neither read nor
 * edit; nothing is compared across a compaction; sizes are UTF-8 bytes of the results.
 */
final class Counts {
  static final int MIN_BYTES = 256;
  static final int MAX_BYTES = 8000;

  long segments;
  long calls;
  long resultBytes;
  long reads;
  long readBytes;
  long failedReads;
  long edits;
  long exactRepeatReads;
  long exactRepeatReadsInRange;
  long exactRepeatAnyInRange;
  long exactRepeatAnyInRangeBytes;
  long staleReads;
  long staleReadBytes;
  long supersededReads;
  long modelTurns;

  void add(Item item) {
    long bytes = item.body.bytes();
    boolean inRange = bytes >= MIN_BYTES && bytes <= MAX_BYTES;
    calls++;
    resultBytes += bytes;
    if (item.sameLater != null && inRange) {
      exactRepeatAnyInRange++;
      exactRepeatAnyInRangeBytes += bytes;
    }
    if (item.isRead()) {
      reads++;
      readBytes += bytes;
      exactRepeatReads += item.sameLater != null ? 1 : 0;
      exactRepeatReadsInRange += item.sameLater != null && inRange ? 1 : 0;
      if (item.editLater != null) {
        staleReads++;
        staleReadBytes += bytes;
      }
      supersededReads += item.rangeLater != null ? 1 : 0;
    } else if (item.isAnyRead()) {
      failedReads++;
    }
    edits += item.isEdit() ? 1 : 0;
  }

  void add(Counts other) {
    segments += other.segments;
    calls += other.calls;
    resultBytes += other.resultBytes;
    reads += other.reads;
    readBytes += other.readBytes;
    failedReads += other.failedReads;
    edits += other.edits;
    exactRepeatReads += other.exactRepeatReads;
    exactRepeatReadsInRange += other.exactRepeatReadsInRange;
    exactRepeatAnyInRange += other.exactRepeatAnyInRange;
    exactRepeatAnyInRangeBytes += other.exactRepeatAnyInRangeBytes;
    staleReads += other.staleReads;
    staleReadBytes += other.staleReadBytes;
    supersededReads += other.supersededReads;
    modelTurns += other.modelTurns;
  }

  long allReads() {
    return reads + failedReads;
  }

  /** By the names of the report. */
  Map<String, Long> byName() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("segments", segments);
    all.put("calls", calls);
    all.put("result_bytes", resultBytes);
    all.put("reads", reads);
    all.put("read_bytes", readBytes);
    all.put("failed_reads", failedReads);
    all.put("edits", edits);
    all.put("exact_repeat_reads", exactRepeatReads);
    all.put("exact_repeat_reads_256_8000", exactRepeatReadsInRange);
    all.put("exact_repeat_any_256_8000", exactRepeatAnyInRange);
    all.put("exact_repeat_any_256_8000_bytes", exactRepeatAnyInRangeBytes);
    all.put("stale_reads", staleReads);
    all.put("stale_read_bytes", staleReadBytes);
    all.put("superseded_reads", supersededReads);
    all.put("model_turns", modelTurns);
    return all;
  }
}
