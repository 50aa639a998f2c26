package dev.jevprune.adapters.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.evaluate.Thresholds;
import dev.jevprune.core.receipt.Evaluator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluatorConfigTest {

  @TempDir Path data;

  private ModelEvaluator choose(String yaml) throws Exception {
    Files.writeString(data.resolve("config.yaml"), yaml);
    return new Evaluators(data, data, System.getProperties()).choose(Map.of());
  }

  @Test
  void withoutAFileTheCommandAsksTheRemoteServiceBehindItsSwitches() throws Exception {
    ModelEvaluator evaluator = new Evaluators(data, data, System.getProperties()).choose(Map.of());
    assertThat(evaluator.destination()).isEqualTo("https://api.typesafe.ai/v1/systemone");
    assertThat(evaluator.rules().model()).isEqualTo("jev-1.13.0");
    assertThatThrownBy(evaluator::check).isInstanceOf(EvaluatorException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "mode: prune\n", "evaluator: operator\n", "evaluator: {kind: typesafe}\n"})
  void theWordsOfTheRemoteService(String yaml) throws Exception {
    assertThat(choose(yaml).rules().evaluator()).isEqualTo(Evaluator.KIT);
    assertThat(choose(yaml).rules().thresholds()).isEqualTo(Thresholds.STANDARD);
  }

  @Test
  void aLocalServiceWithItsOwnThresholds() throws Exception {
    ModelEvaluator evaluator =
        choose(
            """
            mode: prune
            evaluator:
              kind: local
              url: http://127.0.0.1:8080
              model: kev-4b
              thresholds: {coverage: 0.9, unique: .05, unresolved: 0}
            """);
    evaluator.check();
    assertThat(evaluator.destination()).isEqualTo("http://127.0.0.1:8080/v1/systemone");
    assertThat(evaluator.rules().model()).isEqualTo("kev-4b");
    assertThat(evaluator.rules().thresholds()).isEqualTo(new Thresholds(90, 5, 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evaluator: jev\n",
        "evaluator: [typesafe]\n",
        "evaluator: {kind: local}\n",
        "evaluator: {kind: local, url: 'http://127.0.0.1:1'}\n",
        "evaluator: {kind: local, url: 'not a url', model: m}\n",
        "evaluator: {kind: typesafe, url: 'https://elsewhere.example'}\n",
        "evaluator: {kind: typesafe, endpoint: x}\n",
        "evaluator: {kind: typesafe, thresholds: {coverage: 0.985}}\n",
        "evaluator: {kind: typesafe, thresholds: {coverage: 99}}\n",
        "evaluator: {kind: typesafe, thresholds: {cover: 0.9}}\n",
        "evaluator: {kind: typesafe, thresholds: strict}\n",
        "evaluator: {kind: typesafe\n",
      })
  void whatCannotBeMeantIsAnErrorThatNamesTheFile(String yaml) {
    assertThatThrownBy(() -> choose(yaml))
        .isInstanceOf(EvaluatorException.class)
        .hasMessageContaining("config.yaml");
  }

  @Test
  void aLocalUrlElsewhereIsToldBeforeAnythingIsSent() throws Exception {
    ModelEvaluator evaluator =
        choose("evaluator: {kind: local, url: 'http://10.0.0.1:80', model: m}\n");
    assertThatThrownBy(evaluator::check).hasMessageContaining("must name this machine");
  }
}
