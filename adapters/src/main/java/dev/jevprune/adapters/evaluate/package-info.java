/**
 * Evaluators that are asked over a wire: their settings, the one call they make, and the child
 * process that makes it. Nothing here is reached unless a user asks for an assessment and both
 * switches are set.
 *
 * <p>Internal to the adapters and the command line.
 */
@NullMarked
package dev.jevprune.adapters.evaluate;

import org.jspecify.annotations.NullMarked;
