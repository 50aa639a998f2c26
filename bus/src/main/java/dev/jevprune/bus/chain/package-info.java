/**
 * The chain of jev-bus v1: the stages of a host, one after the other, each in a process of its own
 * or in ours, each judged by its claims. A stage that fails, is late or does more than it claims
 * contributes nothing.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.bus.chain;

import org.jspecify.annotations.NullMarked;
