/** jev-bus v1: how packages share a host's hook. */
@NullMarked
package dev.jevprune.bus;

import org.jspecify.annotations.NullMarked;
