/**
 * What each step costs, and how it grows with the conversation.
 *
 * <p>Internal.
 */
@NullMarked
package dev.jevprune.core.bench;

import org.jspecify.annotations.NullMarked;
