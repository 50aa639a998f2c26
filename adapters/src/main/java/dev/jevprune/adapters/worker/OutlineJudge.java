package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.core.CallId;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What can be said of reads from the outline alone: which bodies a decision needs, and why the
 * other reads stay. Gives the reasons in the order in which core's selection gives them.
 */
final class OutlineJudge {

  /** What two reads have in common when they ask for the same. */
  private record Asked(String tool, String args) {}

  /** What two reads have in common when they are copies. */
  private record Copy(Asked asked, String shape, String text) {}

  /**
   * The reads that are copies of each other: how many, where the last is, whether one is decided.
   */
  private record Copies(int count, int lastAt, boolean decided) {
    Copies and(Copies other) {
      return new Copies(
          count + other.count, Math.max(lastAt, other.lastAt), decided || other.decided);
    }
  }

  private static final Copies NO_COPY = new Copies(0, -1, false);

  private final Format format;
  private final Outline outline;
  private final SelectionPolicy policy;
  private final Set<String> decided;
  private final Map<Asked, Integer> lastAsked = new HashMap<>();
  private final Map<Copy, Copies> copies = new HashMap<>();

  /**
   * @param decided ids that the ledger names, as source or as witness
   */
  OutlineJudge(Format format, Outline outline, SelectionPolicy policy, Collection<CallId> decided) {
    this.format = format;
    this.outline = outline;
    this.policy = policy;
    this.decided = new HashSet<>(decided.stream().map(CallId::value).toList());
    for (OutlineCall call : outline.calls()) {
      if (dropReason(call).isEmpty()) {
        lastAsked.merge(asked(call), call.at(), Math::max);
        if (ineligible(call).isEmpty() && !isMarked(call)) {
          copies.merge(copy(call), new Copies(1, call.at(), isDecided(call)), Copies::and);
        }
      }
    }
  }

  /** The reads whose bodies a decision needs, in list order. */
  Collection<OutlineCall> need() {
    Map<String, OutlineCall> need = new LinkedHashMap<>();
    for (OutlineCall call : outline.calls()) {
      if (dropReason(call).isEmpty() && (isDecided(call) || isOfUsefulGroup(call))) {
        need.put(call.id(), call);
      }
    }
    return need.values();
  }

  private boolean isOfUsefulGroup(OutlineCall call) {
    if (ineligible(call).isPresent()) {
      return false;
    }
    Copies group = copies.getOrDefault(copy(call), NO_COPY);
    return group.count() > 1 && (sizeReason(call).isEmpty() || group.decided());
  }

  /** Why a read that is not needed stays; empty when a marker stands there already. */
  Optional<GateReason> reason(OutlineCall call) {
    Optional<GateReason> dropped = dropReason(call);
    if (dropped.isPresent()) {
      return dropped;
    }
    if (isMarked(call)) {
      return Optional.empty();
    }
    return ineligible(call).or(() -> laterCopy(call) ? sizeReason(call) : copyReason(call));
  }

  /** Why a read without a later copy stays: whether the same was asked again tells which. */
  Optional<GateReason> copyReason(OutlineCall call) {
    boolean again = lastAsked.getOrDefault(asked(call), -1) > call.at();
    return Optional.of(again ? GateReason.LATER_COPY_DIFFERS : GateReason.NO_LATER_COPY);
  }

  private boolean laterCopy(OutlineCall call) {
    return copies.getOrDefault(copy(call), NO_COPY).lastAt() > call.at();
  }

  /** Why a read can be no source whatever stands behind it. */
  Optional<GateReason> unusable(OutlineCall call) {
    return dropReason(call).or(() -> ineligible(call));
  }

  // Mirrors what core's snapshot drops.
  private Optional<GateReason> dropReason(OutlineCall call) {
    if (format.callId(call.id()).isEmpty()) {
      return Optional.of(GateReason.BAD_ID);
    }
    if (call.calls() > 1 || call.results() > 1) {
      return Optional.of(GateReason.AMBIGUOUS_ID);
    }
    if (call.calls() < 1 || call.results() < 1 || call.call() < 0 || call.at() < 0) {
      return Optional.of(GateReason.UNPAIRED_CALL);
    }
    if (call.shape().equals("other")) {
      return Optional.of(call.ok() ? GateReason.NON_TEXT_BLOCKS : GateReason.FAILED_READ);
    }
    return call.wellFormed() ? Optional.empty() : Optional.of(GateReason.ILL_FORMED);
  }

  // Mirrors what core's items call ineligible.
  private Optional<GateReason> ineligible(OutlineCall call) {
    if (!call.ok()) {
      return Optional.of(GateReason.FAILED_READ);
    }
    // One part of OpenCode's holds both.
    if (format == Format.OPENCODE ? call.call() != call.at() : call.call() >= call.at()) {
      return Optional.of(GateReason.UNPAIRED_CALL);
    }
    return call.notice() ? Optional.of(GateReason.HOST_SUFFIX) : Optional.empty();
  }

  private Optional<GateReason> sizeReason(OutlineCall call) {
    if (call.bytes() < policy.minBodyBytes()) {
      return Optional.of(GateReason.BELOW_MIN_BYTES);
    }
    return call.bytes() > policy.maxBodyBytes()
        ? Optional.of(GateReason.ABOVE_MAX_BYTES)
        : Optional.empty();
  }

  // A shim also flags what its ledger leaves out; those are judged with their bodies.
  private boolean isMarked(OutlineCall call) {
    return call.pruned() && !isDecided(call);
  }

  private boolean isDecided(OutlineCall call) {
    return decided.contains(call.id());
  }

  private static Asked asked(OutlineCall call) {
    return new Asked(call.tool(), call.args());
  }

  private static Copy copy(OutlineCall call) {
    return new Copy(asked(call), call.shape(), call.text());
  }
}
