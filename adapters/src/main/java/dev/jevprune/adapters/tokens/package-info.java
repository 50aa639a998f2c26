/**
 * Token estimates (o200k). Internal to the adapters; loads in the background, never on a request.
 */
@NullMarked
package dev.jevprune.adapters.tokens;

import org.jspecify.annotations.NullMarked;
