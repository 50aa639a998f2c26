/**
 * What tokens cost: a dated table of list prices, the cost of a request split by tier, and the
 * number of requests after which leaving something out has paid.
 *
 * <p>API. Pure, but for one table that is read from the class path.
 */
@NullMarked
package dev.jevprune.core.economics;

import org.jspecify.annotations.NullMarked;
