/** Tests of the evaluators: settings, the child that calls, and a stand-in service over TLS. */
@NullMarked
package dev.jevprune.adapters.evaluate;

import org.jspecify.annotations.NullMarked;
