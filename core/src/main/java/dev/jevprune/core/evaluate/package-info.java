/**
 * The rules of an assessment by a model: what may be asked, how, what an answer must look like, and
 * which answers approve a pair. Nothing here sends anything.
 *
 * <p>API.
 */
@NullMarked
package dev.jevprune.core.evaluate;

import org.jspecify.annotations.NullMarked;
