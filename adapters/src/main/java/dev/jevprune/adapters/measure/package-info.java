/**
 * Measures saved sessions: what their tool results weigh, what pruning would have removed, when,
 * and what that is worth against the prompt cache. Reads the files it is given, streaming, and
 * keeps digests in place of texts; writes nothing.
 *
 * <p>API of the command line. Uses {@code core} and the token counter; the driver for databases of
 * hosts is looked up at run time, so that the worker needs none.
 */
@NullMarked
package dev.jevprune.adapters.measure;

import org.jspecify.annotations.NullMarked;
