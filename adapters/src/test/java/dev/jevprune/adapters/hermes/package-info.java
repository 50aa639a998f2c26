/**
 * The Python shim for Hermes, and the vectors that hold it, the JavaScript shims and core equal.
 */
@NullMarked
package dev.jevprune.adapters.hermes;

import org.jspecify.annotations.NullMarked;
