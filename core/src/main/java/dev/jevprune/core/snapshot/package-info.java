/**
 * The normalised view of one outgoing message list: goal, last user message, tool results with
 * their calls, and the proof of each.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.snapshot;

import org.jspecify.annotations.NullMarked;
