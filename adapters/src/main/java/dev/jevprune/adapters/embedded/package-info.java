/**
 * Runs the very same host shim files inside the JVM, against a simulated Pi.
 *
 * <p>API for tests and for {@code jevprune demo}. Nothing that the worker loads may depend on it:
 * the JavaScript engine is large and stays off the worker's class path.
 */
@NullMarked
package dev.jevprune.adapters.embedded;

import org.jspecify.annotations.NullMarked;
