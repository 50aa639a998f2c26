package dev.jevprune.adapters.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.evaluate.Assessed;
import dev.jevprune.core.evaluate.AssessmentPlan;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.evaluate.Scores;
import dev.jevprune.core.evaluate.Thresholds;
import dev.jevprune.core.evaluate.Verdict;
import dev.jevprune.core.evaluate.VerdictMemory;
import dev.jevprune.core.receipt.Evaluator;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.PiTranscript;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a plan to receipts, over the real child and a stand-in service. */
class EvaluationTest {

  private static final Map<String, String> BOTH_SWITCHES =
      Map.of(EvaluatorSettings.ALLOW_REMOTE, "1", EvaluatorSettings.API_KEY, "sk-sentinel");

  @TempDir static Path certificates;
  @TempDir Path data;

  @BeforeAll
  static void makeCertificate() throws Exception {
    StandIn.makeCertificate(certificates);
  }

  private static AssessmentPlan plan(Rules rules, VerdictMemory memory) throws Exception {
    String text = PiTranscript.body("notes", 300);
    Snapshot snapshot =
        Snapshot.of(
            Format.PI,
            new SessionId("s"),
            new PiTranscript()
                .user("Start.")
                .read("a", "f", text)
                .read("b", "f", text)
                .user("Go on.")
                .tail(17)
                .messages());
    return AssessmentPlan.of(
        snapshot, List.of(), SelectionPolicy.STANDARD, NewEditFloor.NONE, rules, memory);
  }

  private ModelEvaluator typesafe(Function<ApiKey, Transport> transport) throws Exception {
    return new TypesafeEvaluator(
        EvaluatorSettings.load(data, data, BOTH_SWITCHES), Rules.TYPESAFE, transport);
  }

  private ModelEvaluator typesafe(StandIn service) throws Exception {
    ChildRuntime runtime =
        ChildRuntime.of(
            System.getProperties(),
            Map.of("SSL_CERT_FILE", certificates.resolve("ca.pem").toString()));
    return typesafe(
        key ->
            new TransportChild(
                runtime,
                Optional.of(service.url("https")),
                Optional.of(key),
                Duration.ofSeconds(30),
                new SystemChildRunner()));
  }

  private static ModelEvaluator local(StandIn service, String model) {
    ChildRuntime runtime = ChildRuntime.of(System.getProperties(), Map.of());
    return new LocalEvaluator(
        URI.create("http://127.0.0.1:" + service.port()),
        model,
        Thresholds.STANDARD,
        url -> TransportChild.toLoopback(runtime, url));
  }

  @Test
  void aYesGivesAReceipt() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.yes("jev-1.13.0"))) {
      Assessed assessed =
          Evaluation.run(plan(Rules.TYPESAFE, VerdictMemory.NONE), typesafe(service));
      assertThat(assessed.added()).isEqualTo(1);
      assertThat(assessed.receipts().get(0).evaluator()).isEqualTo(Rules.TYPESAFE.evaluator());
      assertThat(assessed.receipts().toString()).doesNotContain("sk-sentinel");
    }
  }

  @Test
  void anotherModelGivesNoReceipt() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.yes("jev-1.14"))) {
      assertThat(failure(typesafe(service)).kind()).isEqualTo(Kind.MODEL);
    }
  }

  @Test
  void whatIsNoJsonGivesNoReceipt() throws Exception {
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, "<html>"))) {
      EvaluatorException failure = failure(typesafe(service));
      assertThat(failure.kind()).isEqualTo(Kind.JSON);
      assertThat(failure).hasMessageNotContaining("html");
    }
  }

  @Test
  void answersToOtherQuestionsGiveNoReceipt() throws Exception {
    String reply = "{\"model\":\"jev-1.13.0\",\"answers\":{}}";
    try (StandIn service = StandIn.secure(certificates, StandIn.status(200, reply))) {
      assertThat(failure(typesafe(service)).kind()).isEqualTo(Kind.ANSWER_KEYS);
    }
  }

  private static EvaluatorException failure(ModelEvaluator evaluator) throws Exception {
    AssessmentPlan plan = plan(Rules.TYPESAFE, VerdictMemory.NONE);
    EvaluatorException failure =
        catchThrowableOfType(EvaluatorException.class, () -> Evaluation.run(plan, evaluator));
    assertThat(failure).isNotNull().hasMessageContaining("Nothing was approved.");
    return failure;
  }

  @Test
  void aLocalServiceIsAskedWithoutAKeyAndByItsOwnName() throws Exception {
    try (StandIn service = StandIn.plain(StandIn.yes("kev-4b"))) {
      ModelEvaluator local = local(service, "kev-4b");
      Assessed assessed = Evaluation.run(plan(local.rules(), VerdictMemory.NONE), local);
      assertThat(assessed.added()).isEqualTo(1);
      assertThat(assessed.receipts().get(0).evaluator().kind()).isEqualTo(Evaluator.Kind.LOCAL);
      assertThat(assessed.receipts().get(0).evaluator().model()).contains("kev-4b");
      assertThat(service.seen.get(0).path()).isEqualTo("/v1/systemone");
      assertThat(service.seen.get(0).authorization()).isEqualTo("null");
    }
  }

  @Test
  void aLocalServiceThatNamesAnotherModelGivesNoReceipt() throws Exception {
    try (StandIn service = StandIn.plain(StandIn.yes("jev-1.13.0"))) {
      ModelEvaluator local = local(service, "kev-4b");
      AssessmentPlan plan = plan(local.rules(), VerdictMemory.NONE);
      assertThatThrownBy(() -> Evaluation.run(plan, local))
          .isInstanceOfSatisfying(
              EvaluatorException.class, e -> assertThat(e.kind()).isEqualTo(Kind.MODEL));
    }
  }

  @Test
  void aLocalUrlElsewhereIsRefusedBeforeAnythingIsSent() throws Exception {
    List<URI> asked = new ArrayList<>();
    for (String url :
        List.of(
            "http://192.168.0.1/",
            "https://api.typesafe.ai/v1/systemone",
            "http://localhost.example.org/",
            "http://127.0.0.1.example.org/",
            "http://user@127.0.0.1/",
            "http://127.0.0.999/",
            "ftp://127.0.0.1/",
            "http://0.0.0.0/",
            "http:///")) {
      LocalEvaluator evaluator =
          new LocalEvaluator(
              URI.create(url),
              "m",
              Thresholds.STANDARD,
              to -> {
                asked.add(to);
                return body -> body;
              });
      assertThatThrownBy(() -> evaluator.ask(new byte[0]))
          .as(url)
          .isInstanceOf(EvaluatorException.class);
    }
    assertThat(asked).isEmpty();
    for (String url : List.of("http://localhost:1", "http://[::1]:1/v1", "https://127.0.0.2:1/x")) {
      new LocalEvaluator(URI.create(url), "m", Thresholds.STANDARD, to -> body -> body).check();
    }
  }

  @Test
  void nothingToAskNeedsNoConsent() throws Exception {
    AssessmentPlan plan = plan(Rules.TYPESAFE, key -> Optional.of(new Scores(10, 10, 10)));
    ModelEvaluator off =
        new TypesafeEvaluator(
            EvaluatorSettings.load(data, data, Map.of()),
            Rules.TYPESAFE,
            key -> {
              throw new AssertionError("asked");
            });
    assertThat(Evaluation.run(plan, off).added()).isZero();
  }

  @Test
  void verdictsSurviveInAPrivateFileWithoutText() throws Exception {
    Path folder = data.resolve("state").resolve("p");
    VerdictStore store = new VerdictStore(data, folder, new PrivateFiles());
    Digest key = Digest.ofWellFormed("content");
    store.remember(List.of(new Verdict(key, new Scores(98, 1, 0))));
    store.remember(List.of(new Verdict(key, new Scores(99, 0, 0))));

    assertThat(new VerdictStore(data, folder, new PrivateFiles()).memory().find(key))
        .as("an answer that wavers changes nothing")
        .contains(new Scores(98, 1, 0));
    Path file = folder.resolve("verdicts.json");
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    assertThat(Files.readString(file)).doesNotContain("content");
  }

  @Test
  void aDamagedFileOfVerdictsCountsAsEmpty() throws Exception {
    Files.writeString(data.resolve("verdicts.json"), "{\"schema\":");
    VerdictStore store = new VerdictStore(data, data, new PrivateFiles());
    Digest key = Digest.ofWellFormed("content");
    assertThat(store.memory().find(key)).isEmpty();
    store.remember(List.of(new Verdict(key, new Scores(98, 1, 0))));
    assertThat(store.memory().find(key)).isPresent();
  }

  @Test
  void theOldestVerdictsGoFirst() throws Exception {
    VerdictStore store = new VerdictStore(data, data, new PrivateFiles());
    List<Verdict> many = new ArrayList<>();
    for (int i = 0; i <= VerdictStore.MAX_VERDICTS; i++) {
      many.add(new Verdict(Digest.ofWellFormed("v" + i), new Scores(1, 2, 3)));
    }
    store.remember(many);
    assertThat(store.memory().find(Digest.ofWellFormed("v0"))).isEmpty();
    assertThat(store.memory().find(Digest.ofWellFormed("v1"))).isPresent();
  }
}
