package dev.jevprune.adapters.files;

import dev.jevprune.core.lifecycle.HostTools;
import dev.jevprune.core.lifecycle.ToolEvent;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.List;

/** The events of a whole message list, where no shim tells them. */
public final class SnapshotEvents {

  private SnapshotEvents() {}

  /** One event for each answered call, in the order of the list. */
  public static List<ToolEvent> of(Snapshot snapshot, HostTools tools) {
    return snapshot.answered().stream()
        .map(
            call ->
                new ToolEvent(
                    call.id().value(),
                    call.callIndex(),
                    tools.action(call.tool(), call.arguments()),
                    call.succeeded(),
                    call.text()))
        .toList();
  }
}
