package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.OutlineEvent;
import dev.jevprune.core.lifecycle.ReadClass;
import java.util.OptionalLong;

/**
 * A stale or superseded read that may be left out.
 *
 * @param call the read
 * @param readClass its class
 * @param cause the first later call that made it so
 * @param marker what would stand in its place
 * @param saved bytes of the body less those of the marker
 * @param savedTokens the same in tokens, when they could be counted
 */
record Aged(
    OutlineCall call,
    ReadClass readClass,
    OutlineEvent cause,
    String marker,
    long saved,
    OptionalLong savedTokens) {

  String id() {
    return call.id();
  }
}
