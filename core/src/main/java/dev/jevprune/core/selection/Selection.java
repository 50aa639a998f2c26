package dev.jevprune.core.selection;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.Limits;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.projection.Marker;
import dev.jevprune.core.projection.Outcome;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Dropped;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Shape;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the pairs of a list under the policy of exact repeats. */
public final class Selection {

  /** What a repeat has in common with its copy. */
  private record Group(Digest request, Shape shape, List<String> texts) {}

  private final Snapshot snapshot;
  private final SelectionPolicy policy;
  private final NewEditFloor floor;
  private final int receiptCount;
  private final Map<CallId, Outcome> sources = new HashMap<>();
  private final Set<CallId> witnesses = new HashSet<>();
  private final Map<Digest, Integer> lastAsked = new HashMap<>();
  private final Map<Group, Item> lastCopy = new HashMap<>();
  private final Optional<GateReason> goalReason;

  /** Repeats have text and arguments in common, so each is searched once. */
  private final Map<Group, Optional<GateReason>> vetoes = new HashMap<>();

  private final List<Pair> pairs = new ArrayList<>();
  private final List<CallId> pruned = new ArrayList<>();
  private final List<Kept> kept = new ArrayList<>();

  private Selection(
      Snapshot snapshot, Projection projection, SelectionPolicy policy, NewEditFloor floor) {
    this.snapshot = snapshot;
    this.policy = policy;
    this.floor = floor;
    this.receiptCount = projection.outcomes().size();
    for (Outcome outcome : projection.outcomes()) {
      sources.put(outcome.receipt().source().id(), outcome);
      witnesses.add(outcome.receipt().witness().id());
    }
    this.goalReason = judgeGoal(snapshot.goal());
  }

  /**
   * Judges every read of the list.
   *
   * @param receipts the decisions already taken for this session
   * @throws ReceiptException if the receipts break the rules over a whole list, or belong to
   *     another session or format
   */
  public static SelectionResult select(
      Snapshot snapshot, List<Receipt> receipts, SelectionPolicy policy, NewEditFloor floor)
      throws ReceiptException {
    Projection projection = Projection.of(snapshot, receipts);
    return new Selection(snapshot, projection, policy, floor).run();
  }

  private SelectionResult run() {
    List<Item> reads = snapshot.items().stream().filter(Item::isRead).toList();
    for (Item read : reads) {
      lastAsked.merge(read.requestKey(), read.messageIndex(), Math::max);
      // A copy that a receipt leaves out can vouch for nothing.
      if (read.eligible() && !sources.containsKey(read.id())) {
        lastCopy.put(group(read), read);
      }
    }
    reads.forEach(this::judge);
    for (Dropped read : snapshot.dropped()) {
      kept.add(new Kept(read.id(), read.reason()));
    }
    return new SelectionResult(pairs, pruned, kept);
  }

  private void judge(Item read) {
    Outcome decided = sources.get(read.id());
    if (decided instanceof Outcome.Applied || isMarked(read)) {
      pruned.add(read.id());
      return;
    }
    Group group = group(read);
    Item witness = lastCopy.get(group);
    Optional<GateReason> reason =
        decided instanceof Outcome.Invalid invalid
            ? Optional.of(invalid.reason())
            : ownReason(read)
                .or(() -> copyReason(read, witness))
                .or(() -> sizeReason(read))
                .or(() -> placeReason(read))
                .or(() -> goalReason.or(() -> vetoes.computeIfAbsent(group, g -> Veto.of(read))))
                .or(() -> markerReason(read, witness))
                .or(this::limitReason);
    if (reason.isPresent() || witness == null) {
      kept.add(new Kept(read.id().value(), reason.orElse(GateReason.NO_LATER_COPY)));
    } else {
      pairs.add(new Pair(read, witness));
    }
  }

  private static boolean isMarked(Item read) {
    return read.texts().size() == 1 && Marker.isOurs(read.texts().get(0));
  }

  private Optional<GateReason> ownReason(Item read) {
    if (read.ineligible().isPresent()) {
      return read.ineligible();
    }
    return witnesses.contains(read.id())
        ? Optional.of(GateReason.PINNED_WITNESS)
        : Optional.empty();
  }

  private Optional<GateReason> copyReason(Item read, @Nullable Item witness) {
    if (witness != null && witness.messageIndex() > read.messageIndex()) {
      return Optional.empty();
    }
    if (witness != null
        && !witness.id().equals(read.id())
        && witness.messageIndex() == read.messageIndex()) {
      return Optional.of(GateReason.BATCH);
    }
    boolean askedLater = lastAsked.getOrDefault(read.requestKey(), -1) > read.messageIndex();
    return Optional.of(askedLater ? GateReason.LATER_COPY_DIFFERS : GateReason.NO_LATER_COPY);
  }

  private Optional<GateReason> sizeReason(Item read) {
    if (read.bodyBytes() < policy.minBodyBytes()) {
      return Optional.of(GateReason.BELOW_MIN_BYTES);
    }
    if (read.bodyBytes() > policy.maxBodyBytes()) {
      return Optional.of(GateReason.ABOVE_MAX_BYTES);
    }
    return read.argumentBytes() > Limits.MAX_ARGUMENT_BYTES
        ? Optional.of(GateReason.ARGUMENTS_TOO_LONG)
        : Optional.empty();
  }

  private Optional<GateReason> placeReason(Item read) {
    if (read.messageIndex() >= snapshot.lastUserIndex()) {
      return Optional.of(GateReason.CURRENT_TURN);
    }
    if (read.messageIndex() >= snapshot.messageCount() - Limits.PROTECTED_TAIL) {
      return Optional.of(GateReason.PROTECTED_TAIL);
    }
    return read.messageIndex() < floor.firstMessage()
        ? Optional.of(GateReason.PREFIX_BOUND_MODEL)
        : Optional.empty();
  }

  private static Optional<GateReason> judgeGoal(String goal) {
    if (goal.isEmpty() || Utf8.length(goal) > Limits.MAX_GOAL_BYTES || !Utf8.isWellFormed(goal)) {
      return Optional.of(GateReason.GOAL_UNUSABLE);
    }
    return Veto.of(goal);
  }

  private static Optional<GateReason> markerReason(Item read, @Nullable Item witness) {
    boolean wins =
        witness != null && Utf8.length(Marker.repeatedRead(witness.id())) < read.bodyBytes();
    return wins ? Optional.empty() : Optional.of(GateReason.MARKER_NO_WIN);
  }

  private Optional<GateReason> limitReason() {
    if (receiptCount + pairs.size() >= Limits.MAX_RECEIPTS) {
      return Optional.of(GateReason.RECEIPT_LIMIT);
    }
    return pairs.size() >= policy.maxPairs()
        ? Optional.of(GateReason.PAIR_LIMIT)
        : Optional.empty();
  }

  private static Group group(Item read) {
    return new Group(read.requestKey(), read.shape(), read.texts());
  }
}
