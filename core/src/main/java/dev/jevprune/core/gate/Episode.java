package dev.jevprune.core.gate;

/**
 * One time that the conversation did not fit, from the question to its end.
 *
 * <p>{@link Asking} → {@link Waiting} → {@link Closed}; {@link Asking} may close at once. A choice
 * counts only as long as the host's revision is still the episode's.
 */
public sealed interface Episode {

  /** The name its opener gave it. */
  String id();

  /** The revision of the conversation that the next choice is about. */
  String revision();

  /** Why the host wanted room, in the host's word; passed back to its compaction. */
  String trigger();

  /** Whether pruning was tried. */
  boolean pruneAttempted();

  /** Open, and everything may be chosen. */
  record Asking(String id, String revision, String trigger) implements Episode {
    @Override
    public boolean pruneAttempted() {
      return false;
    }
  }

  /** Open, but pruning was tried and was not enough: compact or pause. */
  record Waiting(String id, String revision, String trigger) implements Episode {
    @Override
    public boolean pruneAttempted() {
      return true;
    }
  }

  /** Over. No choice counts any more. */
  record Closed(String id, String revision, String trigger, boolean pruneAttempted)
      implements Episode {

    /** The end of {@code episode}. */
    static Closed of(Episode episode) {
      return new Closed(
          episode.id(), episode.revision(), episode.trigger(), episode.pruneAttempted());
    }
  }
}
