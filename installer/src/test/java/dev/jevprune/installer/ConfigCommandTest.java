package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {

  @TempDir Path data;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String verb, String... more) {
    List<String> words = new ArrayList<>(List.of("config", verb, "--data-home", data.toString()));
    words.addAll(List.of(more));
    return Main.run(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        Map.of("HOME", data.toString()),
        words);
  }

  private void write(String yaml) throws IOException {
    Files.writeString(data.resolve("config.yaml"), yaml);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void showsWhatHoldsForAHost() throws IOException {
    write("hosts: {pi: {mode: observe}}\n");
    assertThat(run("show", "--host", "pi")).isZero();
    assertThat(out()).contains("mode: observe").contains("    min_tokens: 100");
    out.reset();
    run("show");
    assertThat(out()).contains("mode: prune");
  }

  @Test
  void showsTheStandardSettingsWithoutAFile() {
    assertThat(run("show")).isZero();
    assertThat(out()).contains("not there").contains("auto: never");
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void checkNamesEveryProblem() throws IOException {
    write("moed: prune\nauto: always\n");
    assertThat(run("check")).isEqualTo(1);
    assertThat(out()).contains("The nearest is mode.").contains("auto must be never or cold.");
  }

  @Test
  void checkLooksAtTheEvaluatorAndThePricesToo() throws IOException {
    write("evaluator: jev\n");
    assertThat(run("check")).isEqualTo(1);
    assertThat(out()).contains("evaluator must be");
    out.reset();
    write("prices: none.json\n");
    assertThat(run("check")).isEqualTo(1);
    assertThat(out()).contains("none.json cannot be used");
  }

  @Test
  void checkSaysThatAllIsInOrder() throws IOException {
    write("mode: prune\n");
    assertThat(run("check")).isZero();
    assertThat(out()).contains("is in order");
  }

  @Test
  void aFileThatCannotBeUsedIsNotShown() throws IOException {
    write("moed: prune\n");
    assertThat(run("show")).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("The nearest is mode.");
  }
}
