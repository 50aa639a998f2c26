package dev.jevprune.adapters.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.adapters.evaluate.EvaluatorException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluatorSettingsTest {

  @TempDir Path data;

  private EvaluatorSettings load(Map<String, String> variables) throws EvaluatorException {
    return EvaluatorSettings.load(data, data, variables);
  }

  @Test
  void withoutConsentTheTextSaysWhatToSetAndWhere() {
    assertThatThrownBy(() -> load(Map.of()).require())
        .hasMessageContaining("JEV_PRUNE_ALLOW_REMOTE=1")
        .hasMessageContaining("TYPESAFE_API_KEY=<your key>")
        .hasMessageContaining(data.resolve(".env").toString())
        .hasMessageContaining("Nothing was sent");
  }

  @Test
  void theTwoSwitchesMayStandInDifferentPlaces() throws Exception {
    Files.writeString(data.resolve(".env"), "TYPESAFE_API_KEY=k-1\n");
    assertThat(load(Map.of(EvaluatorSettings.ALLOW_REMOTE, "1")).require().reveal())
        .isEqualTo("k-1");
  }

  @Test
  void aVariableMayForbidWhatTheFileAllows() throws Exception {
    Files.writeString(data.resolve(".env"), "TYPESAFE_API_KEY=k-1\nJEV_PRUNE_ALLOW_REMOTE=1\n");
    assertThatThrownBy(() -> load(Map.of(EvaluatorSettings.ALLOW_REMOTE, "0")).require())
        .isInstanceOfSatisfying(
            EvaluatorException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONSENT));
    assertThatThrownBy(() -> load(Map.of(EvaluatorSettings.API_KEY, "")).require())
        .isInstanceOfSatisfying(
            EvaluatorException.class, e -> assertThat(e.kind()).isEqualTo(Kind.KEY));
  }

  @Test
  void aTildeNamesTheHome() throws Exception {
    Path other = Files.createDirectory(data.resolve("home"));
    Files.writeString(other.resolve("keys.env"), "TYPESAFE_API_KEY=from-home");
    EvaluatorSettings settings =
        EvaluatorSettings.load(data, other, Map.of(EvaluatorSettings.ENV_FILE, "~/keys.env"));
    assertThat(settings.value(EvaluatorSettings.API_KEY)).contains("from-home");
  }

  @Test
  void noTextAndNoNameHoldsTheKey() throws Exception {
    Files.writeString(data.resolve(".env"), "\nTYPESAFE_API_KEY='sk-sentinel\n");
    assertThatThrownBy(() -> load(Map.of()))
        .hasMessageContaining("Line 2 of ")
        .hasMessageNotContaining("sentinel");
    EvaluatorSettings settings =
        load2(Map.of(EvaluatorSettings.API_KEY, "sk-sentinel", "JEV_PRUNE_ALLOW_REMOTE", "1"));
    assertThat(settings.toString() + settings.require()).doesNotContain("sentinel");
  }

  private EvaluatorSettings load2(Map<String, String> variables) throws Exception {
    Files.delete(data.resolve(".env"));
    return load(variables);
  }

  @Test
  void linesAreCountedAsEditorsDo() throws Exception {
    Files.writeString(data.resolve(".env"), "# a\r\n# b\r\nTYPESAFE_API_KEY\r\n");
    assertThatThrownBy(() -> load(Map.of())).hasMessageContaining("Line 3 of ");
  }
}
