/** Tests of the rules of an assessment. */
@NullMarked
package dev.jevprune.core.evaluate;

import org.jspecify.annotations.NullMarked;
