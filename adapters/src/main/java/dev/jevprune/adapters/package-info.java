/** The resident worker, its protocol, and the shims that run inside hosts. */
@NullMarked
package dev.jevprune.adapters;

import org.jspecify.annotations.NullMarked;
