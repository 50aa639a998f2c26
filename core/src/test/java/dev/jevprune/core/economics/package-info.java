/** Tests of prices and of what they say about pruning. */
@NullMarked
package dev.jevprune.core.economics;

import org.jspecify.annotations.NullMarked;
