package dev.jevprune.core.snapshot;

import dev.jevprune.core.GateReason;

/**
 * A read call that gives no item.
 *
 * @param id the id as it stands in the conversation, which may break every rule; empty when it is
 *     no text
 * @param messageIndex where the call stands
 * @param reason why there is no item
 */
public record Dropped(String id, int messageIndex, GateReason reason) {}
