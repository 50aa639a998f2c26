package dev.jevprune.core.lifecycle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Classifies the reads of a conversation. Four rules, each of which can only keep more: what counts
 * against a read is later in the list, succeeded, does not belong to the same batch of parallel
 * calls, and names the same path in one spelling (for superseded, the same offset and limit too).
 * Reads that failed, or that gave anything but text, have no class.
 */
public final class ReadLifecycle {

  private ReadLifecycle() {}

  /**
   * Every successful read of text, in order.
   *
   * @param events one segment: a caller cuts at compactions
   */
  public static List<ClassifiedRead> classify(List<ToolEvent> events) {
    Later edits = new Later();
    Later reads = new Later();
    List<ClassifiedRead> backwards = new ArrayList<>();
    for (int i = events.size() - 1; i >= 0; i--) {
      ToolEvent event = events.get(i);
      if (!event.succeeded()) {
        continue;
      }
      if (event.action() instanceof ToolAction.Edit edit) {
        edit.paths().forEach(path -> edits.put(path, event));
      } else if (event.action() instanceof ToolAction.Read read && event.text()) {
        String key = read.path() + "\0" + read.range();
        Optional<ToolEvent> edited = edits.firstOutside(read.path(), event.batch());
        Optional<ToolEvent> readAgain = reads.firstOutside(key, event.batch());
        ReadClass readClass =
            edited.isPresent()
                ? ReadClass.STALE
                : readAgain.isPresent() ? ReadClass.SUPERSEDED : ReadClass.FRESH;
        backwards.add(
            new ClassifiedRead(
                event, readClass, readAgain.isPresent(), edited.or(() -> readAgain)));
        reads.put(key, event);
      }
    }
    List<ClassifiedRead> classified = new ArrayList<>(backwards.size());
    for (int i = backwards.size() - 1; i >= 0; i--) {
      classified.add(backwards.get(i));
    }
    return List.copyOf(classified);
  }

  /** For each key the nearest later event, and the nearest one of another batch. */
  private static final class Later {

    private final Map<String, ToolEvent> nearest = new HashMap<>();
    private final Map<String, ToolEvent> nearestOfOtherBatch = new HashMap<>();

    void put(String key, ToolEvent event) {
      ToolEvent before = nearest.put(key, event);
      if (before != null && before.batch() != event.batch()) {
        nearestOfOtherBatch.put(key, before);
      }
    }

    Optional<ToolEvent> firstOutside(String key, int batch) {
      ToolEvent event = nearest.get(key);
      if (event == null || event.batch() != batch) {
        return Optional.ofNullable(event);
      }
      return Optional.ofNullable(nearestOfOtherBatch.get(key));
    }
  }
}
