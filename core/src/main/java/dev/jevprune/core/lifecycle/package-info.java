/**
 * What later calls made of an earlier read of a file: a pure function of the ordered calls, the
 * names that hosts give their tools, and the spelling of paths.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.lifecycle;

import org.jspecify.annotations.NullMarked;
