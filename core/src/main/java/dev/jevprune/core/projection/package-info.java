/**
 * From receipts to edits: every proof is checked again on every request, and only what holds is
 * left out.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.projection;

import org.jspecify.annotations.NullMarked;
