package dev.jevprune.core.lifecycle;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.List;
import java.util.Optional;

/** The events of a whole message list. */
public final class SnapshotEvents {

  private SnapshotEvents() {}

  /** One event for each usable tool result, in the order of the list. */
  public static List<ToolEvent> of(Snapshot snapshot, HostTools tools) {
    return snapshot.items().stream().map(item -> event(item, tools)).toList();
  }

  private static ToolEvent event(Item item, HostTools tools) {
    Optional<GateReason> fault = item.ineligible();
    boolean paired =
        fault.filter(GateReason.FAILED_READ::equals).isEmpty()
            && fault.filter(GateReason.UNPAIRED_CALL::equals).isEmpty();
    return new ToolEvent(
        item.id().value(),
        item.callIndex(),
        tools.action(item.tool(), item.arguments()),
        paired,
        fault.filter(GateReason.NON_TEXT_BLOCKS::equals).isEmpty());
  }
}
