/** Tests of the settings. */
@NullMarked
package dev.jevprune.adapters.config;

import org.jspecify.annotations.NullMarked;
