package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hermes loads a plugin only when its settings say so; whether we write there is the user's wish.
 */
class HermesActivationTest {
  private static final String SETTINGS = "# mine\r\nplugins:\r\n  enabled: [other]  # keep";

  @TempDir Path temp;
  private Sandbox sandbox;
  private Path settings;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
    settings = Sandbox.write(sandbox.home.resolve(".hermes/config.yaml"), SETTINGS);
    Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-r-----"));
  }

  @Test
  @Tag("B59")
  void saysWhichLineIsMissingAndWritesNothingThere() throws IOException {
    Run run = sandbox.run("--apply", "--target", "hermes");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("- jev-prune").contains("--activate-hermes");
    assertThat(Files.readString(settings)).isEqualTo(SETTINGS);
  }

  @Test
  @Tag("B59")
  @Tag("B63")
  void putsTheNameInWhenToldToAndTakesItOutAgain() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    assertThat(sandbox.run("--apply", "--target", "hermes", "--activate-hermes").code()).isZero();
    assertThat(Files.readString(settings))
        .isEqualTo(SETTINGS.replace("[other]", "[other, jev-prune]"));
    assertThat(Sandbox.mode(settings)).isEqualTo("rw-r-----");
    assertThat(sandbox.run("--apply", "--target", "hermes", "--activate-hermes").out())
        .contains("Nothing to do");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  void takesOnlyTheNameOutOfSettingsThatChangedSince() throws IOException {
    sandbox.run("--apply", "--target", "hermes", "--activate-hermes");
    String changed = Files.readString(settings) + "\r\nmodel: new\r\n";
    Files.writeString(settings, changed);
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Files.readString(settings)).isEqualTo(changed.replace(", jev-prune", ""));
  }

  @Test
  @Tag("B64")
  void leavesANameThatTheUserPutInHimself() throws IOException {
    Files.writeString(settings, "plugins: {enabled: [jev-prune]}\n");
    sandbox.run("--apply", "--target", "hermes", "--activate-hermes");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Files.readString(settings)).isEqualTo("plugins: {enabled: [jev-prune]}\n");
  }

  @Test
  @Tag("B46")
  @Tag("B60")
  void refusesWhereItCannotBeDoneAndInstallsNothing() throws IOException {
    for (String text : new String[] {"plugins: {enabled: '[]'}", "a: [", "", "- list"}) {
      if (text.isEmpty()) {
        Files.delete(settings);
      } else {
        Files.writeString(settings, text);
      }
      Map<String, String> before = Sandbox.treeWithTimes(temp);
      Run run = sandbox.run("--apply", "--target", "hermes", "--activate-hermes");
      assertThat(run.code()).as(text).isEqualTo(1);
      assertThat(run.err()).contains("config.yaml").contains("- jev-prune");
      assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
    }
  }

  @Test
  @Tag("B65")
  void namesALineThatItCannotTakeOut() throws IOException {
    sandbox.run("--apply", "--target", "hermes", "--activate-hermes");
    Files.writeString(settings, "plugins:\n  enabled: [\n    'jev-prune'\n  ]\n");
    Run run = sandbox.uninstall();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("kept").contains("take \"- jev-prune\" out yourself");
  }
}
