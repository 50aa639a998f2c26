/**
 * The walk-through behind {@code jevprune demo}: the real shim and the real worker on a made-up
 * session.
 *
 * <p>API for the command line, which calls {@link dev.jevprune.adapters.demo.Demo#run}.
 */
@NullMarked
package dev.jevprune.adapters.demo;

import org.jspecify.annotations.NullMarked;
