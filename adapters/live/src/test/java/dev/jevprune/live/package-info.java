/**
 * Tests that drive the real Pi against a model server of our own on loopback and judge the bytes
 * that reach it. Test code only; nothing may depend on it.
 */
@NullMarked
package dev.jevprune.live;

import org.jspecify.annotations.NullMarked;
