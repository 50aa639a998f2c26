/**
 * Runs the files of an installation as their hosts would, on a made-up session, and holds what goes
 * out against what must.
 *
 * <p>API for the doctor. Needs the script engine.
 */
@NullMarked
package dev.jevprune.adapters.selftest;

import org.jspecify.annotations.NullMarked;
