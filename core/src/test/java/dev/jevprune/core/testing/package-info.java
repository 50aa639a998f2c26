/**
 * Conversations for tests, by hand and by chance. Other modules use them through the test jar of
 * this one.
 */
@NullMarked
package dev.jevprune.core.testing;

import org.jspecify.annotations.NullMarked;
