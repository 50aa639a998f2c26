package dev.jevprune.adapters.worker;

import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.evaluate.Judged;
import dev.jevprune.core.evaluate.Judgement;
import dev.jevprune.core.evaluate.Scores;
import dev.jevprune.core.evaluate.Thresholds;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.selection.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the user reads before a model is asked, and after. */
final class AssessText {

  private final AssessmentPlan plan;

  AssessText(AssessmentPlan plan) {
    this.plan = plan;
  }

  static JsonArray hundredths(List<Integer> scores) {
    return new JsonArray(new ArrayList<Json>(scores.stream().map(Json::of).toList()));
  }

  /** What would be sent, where, and what it takes to be approved. */
  String offer(String destination, int bytes) {
    List<String> lines = new ArrayList<>();
    if (plan.asked().isEmpty()) {
      lines.add("There is nothing to ask a model about; nothing is sent.");
    } else {
      boolean local = plan.rules().evaluator().kind() == Evaluator.Kind.LOCAL;
      lines.add(
          "This would send "
              + Wording.count(bytes, "byte")
              + " to "
              + destination
              + (local ? " on this machine" : ", a third party")
              + ", once, for "
              + plan.rules().model()
              + " to judge:");
      for (Pair pair : plan.asked()) {
        lines.add(
            "  "
                + Wording.name(pair.source().path().orElse(pair.source().tool()))
                + "  "
                + Wording.count(pair.source().bodyBytes(), "byte"));
      }
      lines.add(
          "with the arguments of these reads and your last message; nothing else of the session.");
      lines.add(needs());
    }
    lines.addAll(others());
    return String.join("\n", lines);
  }

  private String needs() {
    Thresholds bounds = plan.rules().thresholds();
    return "A pair is approved at coverage "
        + Scores.text(bounds.minCoverage())
        + " or more, unique "
        + Scores.text(bounds.maxUnique())
        + " or less and unresolved "
        + Scores.text(bounds.maxUnresolved())
        + " or less; models seldom are that sure about code.";
  }

  private List<String> others() {
    List<String> lines = new ArrayList<>();
    if (!plan.remembered().isEmpty()) {
      lines.add(
          Wording.count(plan.remembered().size(), "pair")
              + " approved in an earlier assessment; not asked again.");
    }
    if (plan.refusedBefore() > 0) {
      lines.add(
          Wording.count(plan.refusedBefore(), "pair")
              + " refused in an earlier assessment; not asked again.");
    }
    if (plan.tooLong() > 0) {
      lines.add(Wording.count(plan.tooLong(), "pair") + " too long for this request.");
    }
    if (plan.waiting() > 0) {
      lines.add(Wording.count(plan.waiting(), "pair") + " left for the next assessment.");
    }
    return lines;
  }

  /** What came of it. */
  String result(Assessed assessed, List<Assessment.Found> added, Worth worth, Ticket.Terms terms) {
    List<String> lines = new ArrayList<>();
    Thresholds bounds = plan.rules().thresholds();
    lines.add(
        "Approved "
            + Wording.number(added.size())
            + " of "
            + Wording.count(assessed.judged().size(), "pair")
            + ". Coverage reached (needed "
            + Scores.text(bounds.minCoverage())
            + "):");
    for (Judged judged : assessed.judged()) {
      lines.add("  " + line(judged));
    }
    if (!added.isEmpty()) {
      lines.add(ChangeText.approved(added, List.of(), worth, terms));
    }
    if (assessed.judged().stream().anyMatch(one -> one.judgement() instanceof Judgement.Refused)) {
      lines.add("What was refused stays as it is and is not asked about again.");
    }
    lines.addAll(others());
    return String.join("\n", lines);
  }

  private static String line(Judged judged) {
    Pair pair = judged.pair();
    String name = Wording.name(pair.source().path().orElse(pair.source().tool()));
    Judgement judgement = judged.judgement();
    Optional<Scores> scores = Judgement.scores(judgement);
    if (scores.isEmpty()) {
      return name + "  no usable answer; it stays";
    }
    return name
        + "  coverage "
        + Scores.text(scores.get().coverage())
        + ", unique "
        + Scores.text(scores.get().unique())
        + ", unresolved "
        + Scores.text(scores.get().unresolved())
        + (judgement instanceof Judgement.Approved ? "  approved" : "  stays")
        + (judged.remembered() ? " (as before)" : "");
  }
}
