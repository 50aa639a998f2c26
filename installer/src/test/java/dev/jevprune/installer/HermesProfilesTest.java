package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plugin in one profile of Hermes is not seen by the others. */
@Tag("B58")
class HermesProfilesTest {
  @TempDir Path temp;
  private Sandbox sandbox;
  private Path hermes;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
    hermes = sandbox.home.resolve(".hermes");
    settings(hermes);
    settings(hermes.resolve("profiles/coder"));
    settings(hermes.resolve("profiles/writer"));
    Files.createDirectories(hermes.resolve("profiles/No Profile"));
  }

  private static void settings(Path folder) throws IOException {
    Sandbox.write(folder.resolve("config.yaml"), "plugins:\n  enabled: [jev-prune]\n");
  }

  private void active(String name) throws IOException {
    Files.writeString(hermes.resolve("active_profile"), name + "\n");
  }

  @Test
  void theDoctorNamesEachProfileThatDoesNotLoadUs() throws IOException {
    sandbox.run("--apply", "--target", "hermes");
    Run run = sandbox.run("--doctor");
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("the profile " + hermes.resolve("profiles/coder") + " does not load us")
        .contains("--root 'hermes=" + hermes.resolve("profiles/writer") + "'")
        .doesNotContain("No Profile")
        .doesNotContain("the profile " + hermes + " does not");
  }

  @Test
  void theDoctorFindsThatTheActiveProfileDoesNotLoadUs() throws IOException {
    active("coder");
    sandbox.run("--apply", "--target", "hermes");
    Run run = sandbox.run("--doctor");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains("WRONG    hermes")
        .contains("Hermes starts in the profile " + hermes.resolve("profiles/coder"));
    active("default");
    assertThat(sandbox.run("--doctor").code()).isZero();
    active("gone");
    assertThat(sandbox.run("--doctor").code()).isZero();
  }

  @Test
  void anExplicitRootInstallsIntoAProfileAndEachIsReportedByItself() throws IOException {
    active("coder");
    Path coder = hermes.resolve("profiles/coder");
    Files.writeString(coder.resolve("config.yaml"), "plugins:\n  enabled: '[jev-prune]'\n");
    Run run =
        sandbox.run(
            "--apply",
            "--target",
            "hermes",
            "--root",
            "hermes=" + coder,
            "--root",
            "hermes=" + hermes);
    assertThat(run.code()).isZero();
    assertThat(coder.resolve("plugins/jev-prune/__init__.py")).exists();
    Run doctor = sandbox.run("--doctor");
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out())
        .contains("a text in quotes and not a list")
        .contains("(" + coder + ")")
        .contains("on the list of enabled plugins (" + hermes + ")")
        .contains("the profile " + hermes.resolve("profiles/writer") + " does not load us")
        .doesNotContain("Hermes starts in the profile");
  }

  @Test
  void thePlanSaysThatTheActiveProfileIsAnother() throws IOException {
    active("coder");
    assertThat(sandbox.run("--plan", "--target", "hermes").out())
        .contains("Hermes starts in its profile coder")
        .contains("--root 'hermes=" + hermes.resolve("profiles/coder") + "'");
    active("default");
    assertThat(sandbox.run("--plan", "--target", "hermes").out())
        .doesNotContain("Hermes starts in its profile");
  }
}
