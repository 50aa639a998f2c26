/**
 * JSON as values: strict reading, the canonical form that is hashed, and plain writing.
 *
 * <p>API. The parsing library does not show in any signature.
 */
@NullMarked
package dev.jevprune.core.json;

import org.jspecify.annotations.NullMarked;
