package dev.jevprune.core.gate;

/** What a call of the gate came to. */
public enum GateOutcome {
  /** Pruned, and the conversation is known to fit again: the run may go on. */
  READY("ready"),
  /** Pruned or tried to, and it is not known to fit: only compacting or pausing is left. */
  WAITING("waiting_for_compact_or_pause"),
  /** The episode is over, was never this one, or the conversation changed under it. */
  STALE("stale_episode"),
  /** The person stopped the run. */
  PAUSED("paused"),
  /** The host's own compaction ran and came back. */
  COMPACTED("native_compaction_returned"),
  /** Something failed; nothing else was tried in its place. */
  FAILED("failed_without_fallback"),
  /** A prune outside every episode was stored; it resumes nothing. */
  APPLIED("manual_prune_applied_without_resuming"),
  /** No such choice, or pruning was tried before in this episode; the episode stays open. */
  REFUSED("choice");

  private final String wireName;

  GateOutcome(String wireName) {
    this.wireName = wireName;
  }

  /** The name in files and protocols. */
  public String wireName() {
    return wireName;
  }
}
