package dev.jevprune.core.selection;

import dev.jevprune.core.snapshot.Item;

/**
 * A body that may be left out and the later equal copy that stays.
 *
 * @param source the older body
 * @param witness the later copy
 */
public record Pair(Item source, Item witness) {}
