/**
 * {@code config.yaml}: the one reader, its schema, and what of it the shims are told.
 *
 * <p>API for the worker and the command line.
 */
@NullMarked
package dev.jevprune.adapters.config;

import org.jspecify.annotations.NullMarked;
