/**
 * jev-bus v1: how packages share a host's hook. This package has what registry and chain have in
 * common: the claims, what can be wrong, and where the registry is. {@code docs/bus.md} is the
 * protocol for those who write another package.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.bus;

import org.jspecify.annotations.NullMarked;
