/**
 * What to do when a conversation no longer fits: leave approved repeats out, let the host compact,
 * or stop. Nothing here talks to a host; a {@link dev.jevprune.core.gate.GateHost} does.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.gate;

import org.jspecify.annotations.NullMarked;
