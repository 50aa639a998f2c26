package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.Claim;
import java.util.List;
import java.util.Optional;

/** Two stages of different packages that would edit the same in one host. */
record Conflict(StageEntry one, Claim claim, StageEntry other, Claim otherClaim, String host) {

  /**
   * The first conflict of a list.
   *
   * @param concerning only conflicts in which this package has a part, or all when empty
   */
  static Optional<Conflict> among(List<StageEntry> stages, Optional<String> concerning) {
    for (int i = 0; i < stages.size(); i++) {
      for (int j = i + 1; j < stages.size(); j++) {
        Optional<Conflict> found = between(stages.get(i), stages.get(j));
        if (found.isPresent() && found.get().concerns(concerning)) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Conflict> between(StageEntry one, StageEntry other) {
    if (one.packageName().equals(other.packageName())) {
      return Optional.empty();
    }
    Optional<String> host = one.sharedHost(other);
    if (host.isEmpty()) {
      return Optional.empty();
    }
    for (Claim claim : one.claims()) {
      for (Claim otherClaim : other.claims()) {
        if (claim.overlaps(otherClaim)) {
          return Optional.of(new Conflict(one, claim, other, otherClaim, host.get()));
        }
      }
    }
    return Optional.empty();
  }

  private boolean concerns(Optional<String> packageName) {
    return packageName.isEmpty()
        || packageName.get().equals(one.packageName())
        || packageName.get().equals(other.packageName());
  }

  BusException refusal() {
    return new BusException(
        BusException.Kind.CONFLICT,
        "On "
            + host
            + ", "
            + side(one, claim)
            + " and "
            + side(other, otherClaim)
            + " would edit the same. Uninstall one of the two packages, or keep one of them off"
            + " the bus.");
  }

  private static String side(StageEntry stage, Claim claim) {
    return stage.packageName() + " (stage " + stage.name() + ", claim " + claim + ")";
  }
}
