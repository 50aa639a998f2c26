package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan is saved, and later that one is applied, or none. */
class SavedPlanTest {
  @TempDir Path temp;
  private Sandbox sandbox;
  private Path file;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
    file = temp.resolve("plan.json");
    Sandbox.write(sandbox.agentDir().resolve("settings.json"), "{}");
  }

  private Run save(String... words) {
    return sandbox.plan(concat(words, "--out", file.toString()));
  }

  private static String[] concat(String[] words, String... more) {
    String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, all, words.length, more.length);
    return all;
  }

  @Test
  void appliesWhatWasSavedAlsoWhenTheVariablesAreGone() throws IOException {
    sandbox.env.put("PI_CODING_AGENT_DIR", temp.resolve("elsewhere").toString());
    assertThat(save().code()).isZero();
    sandbox.env.remove("PI_CODING_AGENT_DIR");
    Run run = sandbox.run("--apply", file.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(temp.resolve("elsewhere/extensions/jev-prune.js")).exists();
    assertThat(sandbox.loader()).doesNotExist();
  }

  @Test
  void savesWhatJsonPrints() throws IOException {
    Run run = save("--json");
    assertThat(Files.readString(file)).isEqualTo(run.out());
  }

  @Test
  void appliesASavedRemoval() throws IOException {
    Map<String, String> before = Sandbox.tree(sandbox.home);
    sandbox.install();
    sandbox.run("--plan", "--uninstall", "--out", file.toString());
    assertThat(sandbox.run("--apply", file.toString()).code()).isZero();
    assertThat(Sandbox.tree(sandbox.home)).isEqualTo(before);
  }

  @Test
  void refusesWhenTheWorldHasChangedAndNamesWhat() throws IOException {
    sandbox.install();
    sandbox.payload = Sandbox.payload("0.1.0", "second");
    save();
    Files.delete(sandbox.loader());
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.run("--apply", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("has changed").contains(sandbox.loader().toString());
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  void refusesToApplyItTwice() {
    save();
    sandbox.run("--apply", file.toString());
    Run run = sandbox.run("--apply", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("has changed");
  }

  @Test
  void neverOverwritesAFileWithAPlan() throws IOException {
    Files.writeString(file, "mine");
    assertThat(save().code()).isEqualTo(1);
    assertThat(file).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"schema\":\"jev-prune.plan.v1\"}", "{\"a\":1}"})
  void refusesWhatIsNoPlan(String text) throws IOException {
    Files.writeString(file, text);
    Run run = sandbox.run("--apply", file.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("plan.json");
    assertThat(sandbox.dataHome()).doesNotExist();
  }

  @Test
  void takesNoOtherOptionsBesideAPlan() {
    save();
    assertThat(sandbox.run("--apply", file.toString(), "--target", "pi").code()).isEqualTo(2);
    assertThat(sandbox.run("--apply", "--out", file.toString()).code()).isEqualTo(2);
  }

  @Test
  void asksAPersonBeforeItWrites() {
    sandbox.terminal = true;
    assertThat(sandbox.install().code()).isEqualTo(1);
    assertThat(sandbox.dataHome()).doesNotExist();
    assertThat(sandbox.install("--yes").code()).isZero();
    sandbox.answer = true;
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(sandbox.dataHome()).doesNotExist();
  }
}
