/** The pure library: everything that decides what may be left out. */
@NullMarked
package dev.jevprune.core;

import org.jspecify.annotations.NullMarked;
