/** The command lines jevprune-install and jevprune. */
@NullMarked
package dev.jevprune.installer;

import org.jspecify.annotations.NullMarked;
