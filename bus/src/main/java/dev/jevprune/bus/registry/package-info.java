/**
 * The registry of jev-bus v1: which package edits what in which host, and who carries each host's
 * hook. Changes are pure functions from one registry to the next; {@link
 * dev.jevprune.bus.registry.RegistryStore} applies one under the lock, and an installer may take
 * {@link dev.jevprune.bus.registry.RegistryEdits} and the lock into a transaction of its own.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.bus.registry;

import org.jspecify.annotations.NullMarked;
