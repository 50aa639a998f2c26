/**
 * The values every part of the product shares: identities, limits, the reasons why a body was kept.
 *
 * <p>API. The whole module is pure: it reads no file, opens no socket, starts no thread and asks no
 * clock.
 */
@NullMarked
package dev.jevprune.core;

import org.jspecify.annotations.NullMarked;
