package dev.jevprune.core.evaluate;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.Limits;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an assessment would do, before anything is sent: which pairs it asks about, which it knows
 * the answer to, and which it leaves alone. At most {@value Limits#MAX_PAIRS} pairs come out of one
 * assessment. A pair that was refused before or is too long takes none of these places, so it hides
 * no later pair.
 */
public final class AssessmentPlan {

  private final Snapshot snapshot;
  private final List<Receipt> receipts;
  private final Rules rules;
  private final EvaluatorRequest request;
  private final List<Pair> asked = new ArrayList<>();
  private final List<Judged> remembered = new ArrayList<>();
  private int refusedBefore;
  private int tooLong;
  private int waiting;

  private AssessmentPlan(Snapshot snapshot, List<Receipt> receipts, Rules rules) {
    this.snapshot = snapshot;
    this.receipts = List.copyOf(receipts);
    this.rules = rules;
    this.request = new EvaluatorRequest(rules.model(), snapshot.goal());
  }

  /**
   * The plan for one list.
   *
   * @param receipts the decisions already taken for this session
   * @param policy the bounds of a body; its number of pairs is not used
   * @param floor where new edits may begin
   * @param memory the verdicts of earlier assessments
   * @throws ReceiptException if the receipts break the rules over a whole list, or belong to
   *     another session or format; nothing was sent then
   */
  public static AssessmentPlan of(
      Snapshot snapshot,
      List<Receipt> receipts,
      SelectionPolicy policy,
      NewEditFloor floor,
      Rules rules,
      VerdictMemory memory)
      throws ReceiptException {
    AssessmentPlan plan = new AssessmentPlan(snapshot, receipts, rules);
    plan.sort(
        Selection.select(snapshot, receipts, policy.withMaxPairs(SelectionPolicy.ALL_PAIRS), floor)
            .pairs(),
        memory);
    return plan;
  }

  private void sort(List<Pair> pairs, VerdictMemory memory) {
    int places = Math.min(Limits.MAX_PAIRS, Limits.MAX_RECEIPTS - receipts.size());
    Set<CallId> sources = new HashSet<>();
    Set<CallId> named = new HashSet<>();
    for (Receipt receipt : receipts) {
      sources.add(receipt.source().id());
      named.add(receipt.source().id());
      named.add(receipt.witness().id());
    }
    for (Pair pair : pairs) {
      // A receipt that would be refused afterwards must not be paid for.
      if (named.contains(pair.source().id()) || sources.contains(pair.witness().id())) {
        continue;
      }
      Digest key = Verdict.key(pair.source(), rules.evaluator());
      Optional<Judgement> known =
          memory.find(key).map(scores -> Judgement.of(scores, rules.thresholds()));
      if (known.isPresent() && !(known.get() instanceof Judgement.Approved)) {
        refusedBefore++;
      } else if (asked.size() + remembered.size() >= places) {
        waiting++;
      } else if (known.isPresent()) {
        remembered.add(new Judged(pair, known.get(), true));
      } else if (request.add(key, pair.source())) {
        asked.add(pair);
      } else {
        tooLong++;
      }
    }
  }

  /** The call to make; empty when there is nothing to ask. */
  public EvaluatorRequest request() {
    return request;
  }

  /** The pairs that are asked about. */
  public List<Pair> asked() {
    return List.copyOf(asked);
  }

  /** The pairs that an earlier verdict approves. */
  public List<Judged> remembered() {
    return List.copyOf(remembered);
  }

  /** How many pairs an earlier verdict refuses. */
  public int refusedBefore() {
    return refusedBefore;
  }

  /** How many pairs did not fit into the request. */
  public int tooLong() {
    return tooLong;
  }

  /** How many pairs wait for a later assessment. */
  public int waiting() {
    return waiting;
  }

  /** The rules of this assessment. */
  public Rules rules() {
    return rules;
  }

  /** The outcome when nothing is sent: what earlier verdicts approve. */
  public Assessed withoutAsking() {
    return Assessed.of(snapshot, receipts, rules, remembered, List.of());
  }

  /**
   * The outcome of a reply.
   *
   * @param reply the reply to {@link #request()}
   */
  public Assessed judge(EvaluatorReply reply) {
    List<Judged> judged = new ArrayList<>(remembered);
    List<Verdict> verdicts = new ArrayList<>();
    Set<Digest> seen = new HashSet<>();
    for (Pair pair : asked) {
      Digest key = Verdict.key(pair.source(), rules.evaluator());
      Judgement judgement = request.judgement(key, reply, rules.thresholds());
      judged.add(new Judged(pair, judgement, false));
      Optional<Scores> scores = Judgement.scores(judgement);
      if (scores.isPresent() && seen.add(key)) {
        verdicts.add(new Verdict(key, scores.get()));
      }
    }
    return Assessed.of(snapshot, receipts, rules, judged, verdicts);
  }
}
