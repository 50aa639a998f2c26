package dev.jevprune.core.evaluate;

import dev.jevprune.core.selection.Pair;

/**
 * A pair and what became of it.
 *
 * @param pair the pair
 * @param judgement what was said of it
 * @param remembered whether that was said in an earlier assessment
 */
public record Judged(Pair pair, Judgement judgement, boolean remembered) {}
