/**
 * From receipts and decisions to edits: every proof is checked again on every request, and only
 * what holds is left out. A shim replays by the same rules; tests hold the two together.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.projection;

import org.jspecify.annotations.NullMarked;
