/** Tests of the gate. */
@NullMarked
package dev.jevprune.core.gate;

import org.jspecify.annotations.NullMarked;
