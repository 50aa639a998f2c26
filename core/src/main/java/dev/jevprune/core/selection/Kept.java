package dev.jevprune.core.selection;

import dev.jevprune.core.GateReason;

/**
 * A read whose body stays.
 *
 * @param id the id as the conversation has it; it may break the id rule, and may be empty
 * @param reason why
 */
public record Kept(String id, GateReason reason) {}
