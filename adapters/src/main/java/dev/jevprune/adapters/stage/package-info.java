/**
 * Our stage for carriers of other packages: one request on standard input, one reply on standard
 * output. Run by {@code jevprune-stage}; decides nothing new, and asks no worker.
 */
@NullMarked
package dev.jevprune.adapters.stage;

import org.jspecify.annotations.NullMarked;
