/**
 * Which models bind what they signed to everything before it.
 *
 * <p>API. Reads one table from the class path and nothing else.
 */
@NullMarked
package dev.jevprune.core.model;

import org.jspecify.annotations.NullMarked;
