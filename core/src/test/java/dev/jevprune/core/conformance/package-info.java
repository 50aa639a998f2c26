/**
 * Holds our answers against the vectors of the older kit. Where we differ on purpose, {@code
 * differences.json} says what we answer instead, and because of which of its weaknesses.
 */
@NullMarked
package dev.jevprune.core.conformance;

import org.jspecify.annotations.NullMarked;
