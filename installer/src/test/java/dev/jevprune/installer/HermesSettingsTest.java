package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.HermesSettings.Change;
import dev.jevprune.installer.HermesSettings.Standing;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of enabled plugins in Hermes' settings: one line comes and goes, all else stays. */
@Tag("B59")
class HermesSettingsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "model: x\n",
        "model: x",
        "# only a comment",
        "\uFEFF# mark\nmodel: x\n",
        "plugins:\n  enabled:\n    - other\n",
        "plugins:\r\n  enabled:\r\n    - other # why\r\n  disabled: []\r\nmodel: x\r\n",
        "plugins:\n  enabled:\n  - other\nmodel: x",
        "plugins:\n  enabled:\n    - other",
        "plugins:\n  enabled: []\n",
        "plugins:\n  enabled: [other]  # mine\n",
        "plugins:\n  enabled: [ other, more ]",
        "plugins:\n  enabled:\n",
        "plugins:\n  disabled:\n    - bad\n",
        "plugins:\n",
        "a: 1\nplugins:   # here\n    # more\n    disabled: [bad]\nb: 2\n",
        "\uFEFFplugins:\n  enabled:\n    - other\n",
        "other:\n  enabled:\n    - not here\nplugins:\n  enabled:\n    - here\n",
        "text: |\n  plugins:\n    enabled:\n      - no\n"
      })
  void putsOneLineInAndTakesItOutAgain(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Change change = HermesSettings.parse(bytes).orElseThrow().enable().orElseThrow();
    HermesSettings after = HermesSettings.parse(change.content().bytes()).orElseThrow();
    assertThat(after.standing()).isEqualTo(Standing.ENABLED);
    String written = new String(change.content().bytes(), StandardCharsets.UTF_8);
    assertThat(written.length()).isEqualTo(text.length() + change.piece().length());
    assertThat(written.replace(change.piece(), "")).isEqualTo(text.replace(change.piece(), ""));
    assertThat(written.endsWith("\n"))
        .as("its last line ends as before")
        .isEqualTo(text.isEmpty() || text.endsWith("\n"));
    if (text.contains("\r\n")) {
      assertThat(written.replace("\r\n", "")).doesNotContain("\n");
    }
    assertThat(HermesSettings.undo(change.content().bytes(), change.offset(), change.piece()))
        .contains(Content.of(bytes));
    assertThat(after.disable(change.piece()).map(Change::content)).contains(Content.of(bytes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plugins: {enabled: '[\"a\"]'}       | QUOTED",
        "plugins: {enabled: a}               | QUOTED",
        "plugins: {enabled: {a: 1}}          | ODD",
        "plugins: [a]                        | ODD",
        "plugins: {disabled: [jev-prune]}    | DISABLED",
        "plugins: {enabled: [jev-prune]}     | ENABLED",
        "plugins: {enabled: [a]}             | MISSING"
      })
  @Tag("B60")
  void tellsHowThePluginStands(String text, Standing standing) {
    HermesSettings settings =
        HermesSettings.parse(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    assertThat(settings.standing()).isEqualTo(standing);
    if (standing != Standing.MISSING) {
      assertThat(settings.enable()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a: [1", "\ta: 1", "- a\n- b\n", "a: 1\na: 2\n", "a: &x [*x]\nb: !!java/x y"})
  @Tag("B46")
  void readsNothingFromABrokenFile(String text) {
    Optional<HermesSettings> settings = HermesSettings.parse(text.getBytes(StandardCharsets.UTF_8));
    assertThat(settings.flatMap(HermesSettings::enable)).isEmpty();
  }

  @Test
  @Tag("B46")
  void readsNothingFromBytesThatAreNoText() {
    assertThat(HermesSettings.parse(new byte[] {'a', ':', ' ', (byte) 0xC3})).isEmpty();
  }

  @Test
  void takesOnlyItsLineFromAFileThatWasEditedSince() {
    String mine = "model: y # new\nplugins:\n  enabled:\n    - jev-prune\n    - other\n";
    HermesSettings settings =
        HermesSettings.parse(mine.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    assertThat(settings.disable("\n    - jev-prune").map(Change::content))
        .contains(Content.ofText("model: y # new\nplugins:\n  enabled:\n    - other\n"));
  }
}
