/** Tests of the measurement. */
@NullMarked
package dev.jevprune.adapters.measure;

import org.jspecify.annotations.NullMarked;
