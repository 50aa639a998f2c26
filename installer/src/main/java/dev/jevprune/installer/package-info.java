/**
 * The command lines {@code jevprune} and {@code jevprune-install}: plans, applies and removes an
 * installation. Only the launchers and tests call it; nothing else in the product depends on it.
 */
@NullMarked
package dev.jevprune.installer;

import org.jspecify.annotations.NullMarked;
