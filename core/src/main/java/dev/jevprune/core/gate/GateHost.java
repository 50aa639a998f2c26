package dev.jevprune.core.gate;

import java.util.Optional;

/**
 * What the gate needs of a host. Any method may fail with any {@link RuntimeException}; a failure
 * is never answered by trying something else in its place.
 *
 * @param <P> a proposal to prune; the gate only carries it from one call to the next
 */
public interface GateHost<P> {

  /** Names the conversation as it stands; another text as soon as anything in it changed. */
  String revision();

  /** Works out what could be left out. Changes nothing. */
  P proposePrune();

  /**
   * Stores a proposal, if the conversation still is what it was.
   *
   * @param expectedRevision the revision for which the proposal was made
   * @return whether it was stored; false when the revision moved on
   */
  boolean commitPrune(String expectedRevision, P proposal);

  /** The room there is, in real tokens; nothing when the host cannot tell. */
  Optional<Budget> budget();

  /**
   * Runs the host's own compaction and returns when it is through.
   *
   * @param trigger why: an episode's trigger, or {@value Gate#MANUAL}
   */
  void compact(String trigger);
}
