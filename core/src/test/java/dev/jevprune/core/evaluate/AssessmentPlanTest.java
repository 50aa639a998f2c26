package dev.jevprune.core.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.Conversations;
import dev.jevprune.core.testing.PiTranscript;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AssessmentPlanTest {

  private static final Rules RULES = Rules.TYPESAFE;
  private final Map<Digest, Scores> remembered = new HashMap<>();

  private AssessmentPlan plan(Snapshot snapshot, List<Receipt> receipts) throws Exception {
    return AssessmentPlan.of(
        snapshot,
        receipts,
        SelectionPolicy.STANDARD,
        NewEditFloor.NONE,
        RULES,
        key -> Optional.ofNullable(remembered.get(key)));
  }

  private static Snapshot snapshot(PiTranscript transcript) {
    return Snapshot.of(
        Format.PI, new SessionId("s"), transcript.user("Go on.").tail(17).messages());
  }

  /** Reads {@code count} files twice each. */
  private static PiTranscript pairs(int count, int bytes) {
    PiTranscript transcript = new PiTranscript().user("Start.");
    for (int i = 0; i < count; i++) {
      transcript.read("s" + i, "f" + i, PiTranscript.body("f" + i, bytes));
    }
    for (int i = 0; i < count; i++) {
      transcript.read("w" + i, "f" + i, PiTranscript.body("f" + i, bytes));
    }
    return transcript;
  }

  private static List<String> sources(List<Pair> pairs) {
    return pairs.stream().map(pair -> pair.source().id().value()).toList();
  }

  /** A reply that says yes to every question but those named. */
  private static EvaluatorReply reply(AssessmentPlan plan, Map<String, Json> instead)
      throws ReplyException {
    JsonObject.Builder answers = JsonObject.builder();
    for (String key : plan.request().questions()) {
      Json yes = Json.of(key.endsWith("coverage") ? 1 : 0);
      answers.put(
          key,
          JsonObject.builder()
              .put("type", "noul")
              .put("noul", instead.getOrDefault(key, yes))
              .build());
    }
    return EvaluatorReply.read(
        JsonObject.builder().put("model", RULES.model()).put("answers", answers.build()).build(),
        plan.request().questions(),
        RULES.model());
  }

  private Assessed assess(Snapshot snapshot, Map<String, Json> instead) throws Exception {
    AssessmentPlan plan = plan(snapshot, List.of());
    Assessed assessed = plan.judge(reply(plan, instead));
    assessed.verdicts().forEach(verdict -> remembered.put(verdict.key(), verdict.scores()));
    return assessed;
  }

  @Test
  void newReceiptsNameTheModelThatJudged() throws Exception {
    Assessed assessed = assess(snapshot(pairs(2, 300)), Map.of());
    assertThat(assessed.added()).isEqualTo(2);
    assertThat(assessed.receipts())
        .allSatisfy(
            receipt ->
                assertThat(receipt.evaluator())
                    .isEqualTo(
                        new Evaluator(
                            Evaluator.Kind.TYPESAFE,
                            Optional.of("jev-1.13.0"),
                            Evaluator.VERSION)));
    assertThat(assessed.coverage()).containsExactly(100, 100);
  }

  @Test
  @Tag("W08")
  void doesNotAskWhatAnOldReceiptWouldForbid() throws Exception {
    PiTranscript transcript = new PiTranscript().user("Start.");
    String text = PiTranscript.body("f", 300);
    Snapshot all =
        snapshot(transcript.read("a", "f", text).read("s", "f", text).read("w", "f", text));
    Receipt old = Receipt.of(all, all.items().get(1), all.items().get(2), Evaluator.OPERATOR);
    Snapshot without =
        snapshot(new PiTranscript().user("Start.").read("a", "f", text).read("s", "f", text));

    AssessmentPlan plan = plan(without, List.of(old));

    assertThat(plan.request().isEmpty()).isTrue();
    assertThat(plan.withoutAsking().receipts()).containsExactly(old);
  }

  @Test
  @Tag("W09")
  void refusedPairsAreNotAskedAgainAndHideNoLaterOne() throws Exception {
    Snapshot nine = snapshot(pairs(9, 300));
    Map<String, Json> no = new HashMap<>();
    for (int i = 0; i < 8; i++) {
      no.put("c" + i + "_coverage", new JsonNumber("0.98"));
    }
    assertThat(assess(nine, no).added()).isZero();

    AssessmentPlan second = plan(nine, List.of());

    assertThat(sources(second.asked())).containsExactly("s8");
    assertThat(second.refusedBefore()).isEqualTo(8);
  }

  @Test
  @Tag("W09")
  void morePairsThanReceiptsMayBeRefused() throws Exception {
    Snapshot many = snapshot(pairs(140, 260));
    for (int i = 0; i < 135; i++) {
      remembered.put(Verdict.key(many.items().get(i), RULES.evaluator()), new Scores(50, 50, 50));
    }
    AssessmentPlan plan = plan(many, List.of());
    assertThat(sources(plan.asked())).containsExactly("s135", "s136", "s137", "s138", "s139");
    assertThat(plan.refusedBefore()).isEqualTo(135);
  }

  @Test
  @Tag("W10")
  void pairsThatDoNotFitHideNoLaterOne() throws Exception {
    PiTranscript transcript = new PiTranscript().user("Start.");
    for (int copy = 0; copy < 2; copy++) {
      for (int i = 0; i < 9; i++) {
        // Each of these takes six bytes in JSON.
        transcript.read(copy + "big" + i, "f" + i, "\u0001".repeat(4_500));
      }
      transcript.read(copy + "small", "small", PiTranscript.body("small", 300));
    }

    AssessmentPlan plan = plan(snapshot(transcript), List.of());

    assertThat(sources(plan.asked())).containsExactly("0small");
    assertThat(plan.tooLong()).isEqualTo(9);
  }

  @Test
  @Tag("W31")
  void aTextIsSentOnceWithTheWordThatBothCopiesAreEqual() throws Exception {
    String text = PiTranscript.body("only-here", 300);
    AssessmentPlan plan =
        plan(
            snapshot(
                new PiTranscript()
                    .user("Start.")
                    .read("a", "f", text)
                    .read("b", "f", text)
                    .read("c", "f", text)),
            List.of());

    assertThat(sources(plan.asked())).containsExactly("a", "b");
    assertThat(plan.request().questions()).hasSize(3);
    assertThat(plan.request().text().split("line 1 of only-here", -1)).hasSize(2);
    assertThat(plan.request().text()).contains("both results are exactly equal");
    assertThat(plan.judge(reply(plan, Map.of())).added()).isEqualTo(2);
  }

  @Test
  @Tag("W33")
  void anUnusableAnswerCostsItsOwnPairAndIsNotRemembered() throws Exception {
    Snapshot three = snapshot(pairs(3, 300));

    Assessed assessed = assess(three, Map.of("c1_unique", JsonNull.NULL));

    assertThat(assessed.added()).isEqualTo(2);
    assertThat(assessed.judged().get(1).judgement())
        .isEqualTo(new Judgement.Unanswered(Answer.Fault.PROBABILITY));
    assertThat(sources(plan(three, List.of()).asked())).containsExactly("s1");
  }

  @Test
  void anApprovalIsRememberedToo() throws Exception {
    Snapshot one = snapshot(pairs(1, 300));
    assess(one, Map.of());

    AssessmentPlan again = plan(one, List.of());

    assertThat(again.request().isEmpty()).isTrue();
    assertThat(again.withoutAsking().added()).isEqualTo(1);
  }

  @Test
  void otherThresholdsNeedNoNewCall() throws Exception {
    Snapshot one = snapshot(pairs(1, 300));
    assess(one, Map.of("c0_coverage", new JsonNumber("0.95")));

    AssessmentPlan lenient =
        AssessmentPlan.of(
            one,
            List.of(),
            SelectionPolicy.STANDARD,
            NewEditFloor.NONE,
            new Rules(RULES.evaluator(), new Thresholds(95, 1, 1)),
            key -> Optional.ofNullable(remembered.get(key)));

    assertThat(lenient.request().isEmpty()).isTrue();
    assertThat(lenient.withoutAsking().added()).isEqualTo(1);
  }

  @Test
  void aVerdictBelongsToItsEvaluatorAndItsContent() throws Exception {
    Snapshot two = snapshot(pairs(2, 300));
    Evaluator local = new Evaluator(Evaluator.Kind.LOCAL, Optional.of("m"), Evaluator.VERSION);
    Digest key = Verdict.key(two.items().get(0), RULES.evaluator());
    assertThat(Verdict.key(two.items().get(2), RULES.evaluator())).isEqualTo(key);
    assertThat(Verdict.key(two.items().get(1), RULES.evaluator())).isNotEqualTo(key);
    assertThat(Verdict.key(two.items().get(0), local)).isNotEqualTo(key);
  }

  @Test
  void atMostEightPairsComeOutOfOneAssessment() throws Exception {
    AssessmentPlan plan = plan(snapshot(pairs(11, 300)), List.of());
    assertThat(plan.asked()).hasSize(8);
    assertThat(plan.waiting()).isEqualTo(3);
  }

  @Property(tries = 200)
  void noRequestIsLongerThanItsBound(@ForAll long seed) throws Exception {
    Snapshot snapshot = Snapshot.of(Format.PI, new SessionId("s"), Conversations.pi(seed));
    AssessmentPlan plan = plan(snapshot, List.of());
    assertThat(Utf8.length(plan.request().text())).isLessThanOrEqualTo(EvaluatorRequest.MAX_BYTES);
    assertThat(plan.request().isEmpty()).isEqualTo(plan.asked().isEmpty());
  }
}
