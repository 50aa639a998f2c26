/**
 * Which older reads may be left out, and the one reason why each other read is kept.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.selection;

import org.jspecify.annotations.NullMarked;
