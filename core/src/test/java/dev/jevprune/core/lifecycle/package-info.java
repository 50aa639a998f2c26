/** Tests of what later calls make of a read. */
@NullMarked
package dev.jevprune.core.lifecycle;

import org.jspecify.annotations.NullMarked;
