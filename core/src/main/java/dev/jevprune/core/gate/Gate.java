package dev.jevprune.core.gate;

import java.util.Optional;

/**
 * Asks once, acts once. The gate holds at most one {@link Episode}; a choice counts only for that
 * episode, only while it is open, and only for the revision it was made about. What fails is
 * reported; nothing is retried, and nothing else is tried in its place.
 *
 * <p>Used by one thread.
 *
 * @param <P> the host's proposal to prune
 */
public final class Gate<P> {

  /** The trigger of a compaction that a person asked for. */
  public static final String MANUAL = "manual";

  private final GateHost<P> host;
  private Optional<Episode> episode = Optional.empty();

  /** A gate with no episode. */
  public Gate(GateHost<P> host) {
    this.host = host;
  }

  /** The last episode, open or closed; nothing before the first. */
  public Optional<Episode> episode() {
    return episode;
  }

  /**
   * Opens an episode, or returns the open one as it is: a host that asks again at its next check is
   * in the same episode.
   *
   * @throws RuntimeException what the host threw; then there is no new episode
   */
  public Episode begin(String id, String trigger) {
    if (episode.isPresent() && !(episode.get() instanceof Episode.Closed)) {
      return episode.get();
    }
    return become(new Episode.Asking(id, host.revision(), trigger));
  }

  /**
   * Does what was chosen.
   *
   * @param id the episode that was asked about
   * @param choice the choice; nothing when the answer was none of the three
   * @throws RuntimeException what the host threw when asked for its revision; the episode is as
   *     before
   */
  public GateOutcome choose(String id, Optional<Choice> choice) {
    if (episode.isEmpty()
        || episode.get() instanceof Episode.Closed
        || !episode.get().id().equals(id)) {
      return GateOutcome.STALE;
    }
    Episode open = episode.get();
    // A moved revision comes before the choice itself: what was asked no longer exists.
    if (!host.revision().equals(open.revision())) {
      become(Episode.Closed.of(open));
      return GateOutcome.STALE;
    }
    if (choice.isEmpty()) {
      return GateOutcome.REFUSED;
    }
    return switch (choice.get()) {
      case PAUSE -> {
        become(Episode.Closed.of(open));
        yield GateOutcome.PAUSED;
      }
      case COMPACT -> compact(open);
      case PRUNE -> open instanceof Episode.Asking ? prune(open) : GateOutcome.REFUSED;
    };
  }

  /**
   * Prunes because a person asked for it. Belongs to no episode and resumes nothing; an open
   * episode becomes stale by the revision that this moves.
   *
   * @throws RuntimeException what the host threw when asked for its revision
   */
  public GateOutcome manualPrune() {
    String revision = host.revision();
    try {
      return host.commitPrune(revision, host.proposePrune())
          ? GateOutcome.APPLIED
          : GateOutcome.STALE;
    } catch (RuntimeException e) {
      return GateOutcome.FAILED;
    }
  }

  /**
   * Compacts because a person asked for it. Never asks, never prunes; an open episode stays open.
   *
   * @throws RuntimeException what the host threw
   */
  public GateOutcome manualCompact() {
    host.compact(MANUAL);
    return GateOutcome.COMPACTED;
  }

  private GateOutcome compact(Episode open) {
    // Closed first: a compaction that fails is not to be chosen again.
    become(Episode.Closed.of(open));
    try {
      host.compact(open.trigger());
      return GateOutcome.COMPACTED;
    } catch (RuntimeException e) {
      return GateOutcome.FAILED;
    }
  }

  private GateOutcome prune(Episode open) {
    Episode tried = become(new Episode.Waiting(open.id(), open.revision(), open.trigger()));
    try {
      if (!host.commitPrune(open.revision(), host.proposePrune())) {
        become(Episode.Closed.of(tried));
        return GateOutcome.STALE;
      }
      tried = become(new Episode.Waiting(open.id(), host.revision(), open.trigger()));
      if (host.budget().filter(Budget::fits).isPresent()) {
        become(Episode.Closed.of(tried));
        return GateOutcome.READY;
      }
    } catch (RuntimeException e) {
      // It may have failed after the commit: then the episode goes on with what is there now.
      become(new Episode.Waiting(open.id(), revisionAfterFailure(tried), open.trigger()));
    }
    return GateOutcome.WAITING;
  }

  /** A host that cannot even say this much keeps the old revision, and the next choice is stale. */
  private String revisionAfterFailure(Episode tried) {
    try {
      return host.revision();
    } catch (RuntimeException e) {
      return tried.revision();
    }
  }

  private Episode become(Episode next) {
    episode = Optional.of(next);
    return next;
  }
}
