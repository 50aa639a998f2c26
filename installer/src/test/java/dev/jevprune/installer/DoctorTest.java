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

/** What the doctor says, and that it says it with its exit code too. */
@Tag("W37")
class DoctorTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  private Run doctor(String... more) {
    String[] words = new String[more.length + 1];
    words[0] = "--doctor";
    System.arraycopy(more, 0, words, 1, more.length);
    return sandbox.run(words);
  }

  private void beat(HostRoot root, String members) throws IOException {
    Sandbox.write(
        sandbox.dataHome().resolve("state").resolve(root.profile()).resolve("heartbeat.json"),
        "{\"schema\":\"jev-prune.heartbeat.v1\",\"host\":\"pi\",\"hostVersion\":\"1.6.0\","
            + "\"at\":\"2126-11-30T12:00:00Z\",\"invalid\":0,"
            + members
            + "}");
  }

  @Test
  @Tag("B36")
  void isHealthyAfterAnInstallationAndSaysThatNobodyLoadedIt() {
    sandbox.install();
    Run run = doctor();
    assertThat(run.code()).as(run.out()).isZero();
    assertThat(run.out())
        .contains("never loaded: installed, not observed since")
        .contains("Healthy");
  }

  @Test
  @Tag("B36")
  void tellsLoadedWithNothingToDoFromAtWork() throws IOException {
    sandbox.install();
    beat(sandbox.pi(), "\"requests\":12,\"projected\":0");
    assertThat(doctor().out())
        .contains("loaded, but nothing was eligible")
        .contains("seen in Pi 1.6.0 at 2126-11-30T12:00:00Z, 12 requests, 0 projected");
    beat(sandbox.pi(), "\"requests\":12,\"projected\":11");
    assertThat(doctor().out())
        .contains("12 requests, 11 projected")
        .doesNotContain("nothing was eligible")
        .doesNotContain("never loaded");
  }

  @Test
  @Tag("B90")
  void tellsDeclinedFromBoth() throws IOException {
    sandbox.install();
    sandbox.env.put("JEV_PRUNE_OFF", "1");
    assertThat(doctor().out())
        .contains("declined: JEV_PRUNE_OFF=1")
        .doesNotContain("never loaded")
        .doesNotContain("nothing was eligible");
    sandbox.env.remove("JEV_PRUNE_OFF");
    settings("{\"mode\":\"off\"}");
    assertThat(doctor().out()).contains("declined: mode is off");
    beat(sandbox.pi(), "\"requests\":12,\"projected\":0");
    assertThat(doctor().out())
        .contains("declined: mode is off")
        .contains("Last seen in Pi 1.6.0")
        .doesNotContain("nothing was eligible");
  }

  private void settings(String json) throws IOException {
    Sandbox.write(sandbox.dataHome().resolve("settings.json"), json);
  }

  @Test
  void takesTheModeThatTheAgentWasTold() throws IOException {
    sandbox.install();
    settings("{\"mode\":\"off\",\"hosts\":{\"pi\":{\"mode\":\"observe\"}}}");
    assertThat(doctor().out()).contains("mode is observe").doesNotContain("declined");
    settings("{\"mode\":\"prune\",\"hosts\":{\"pi\":{\"mode\":\"off\"}}}");
    assertThat(doctor().out()).contains("declined: mode is off");
  }

  @Test
  void countsTheSessionsThatWereSwitchedOff() throws IOException {
    sandbox.install();
    Sandbox.write(
        sandbox
            .dataHome()
            .resolve("state")
            .resolve(sandbox.pi().profile())
            .resolve("ledger/" + "ab".repeat(16) + ".json"),
        "{\"schema\":\"jev-prune.ledger.v1\",\"session\":\"s\",\"format\":\"pi\",\"version\":1,"
            + "\"off\":true,\"decisions\":[]}");
    assertThat(doctor().out()).contains("declined in 1 session(s) by /prune off");
  }

  @Test
  void saysWhetherTheSettingsCanBeUsedAndWereTold() throws IOException {
    sandbox.install();
    assertThat(doctor().out()).contains("no config.yaml; the standard settings hold");
    Path config = Sandbox.write(sandbox.dataHome().resolve("config.yaml"), "mode: observe\n");
    assertThat(doctor().out())
        .contains("config.yaml is in order")
        .contains("agents have not been told of it yet");
    settings(told(config));
    Run run = doctor();
    assertThat(run.code()).isZero();
    assertThat(run.out()).doesNotContain("have not been told").contains("mode is observe");
    Files.writeString(config, "mod: observe\n");
    run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains("WRONG    config")
        .contains("mode")
        .contains("standard settings");
  }

  /** As the worker writes it. */
  private static String told(Path config) {
    try {
      return ManifestCodec.canonical(
          dev.jevprune.adapters.config.ShimSettings.of(
              dev.jevprune.adapters.config.Config.load(config)));
    } catch (dev.jevprune.adapters.config.ConfigException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Tag("B36")
  void saysWhenAHostWasLastSeenBeforeTheInstallation() throws IOException {
    sandbox.install();
    Path place =
        sandbox
            .dataHome()
            .resolve("state")
            .resolve(sandbox.pi().profile())
            .resolve("heartbeat.json");
    Sandbox.write(
        place,
        "{\"at\":\"2020-01-01T00:00:00Z\",\"hostVersion\":\"1.6.0\",\"requests\":3,\"projected\":1}");
    assertThat(doctor().out()).contains("not observed since the installation of");
  }

  @Test
  void namesDamagedAndMissingFiles() throws IOException {
    sandbox.install();
    Files.writeString(sandbox.runtime().resolve("shim/pi.mjs"), "// mine");
    Files.delete(sandbox.runtime().resolve("lib/a.jar"));
    Run run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out())
        .contains("pi.mjs was edited")
        .contains("a.jar is missing")
        .contains("Something is wrong");
  }

  @Test
  @Tag("B70")
  void namesAnAdapterThatStayedAtAnOlderRuntime() throws IOException {
    sandbox.run("--apply", "--target", "pi", "--target", "opencode");
    Files.writeString(sandbox.loader(), "// mine\n");
    sandbox.payload = Sandbox.payload("0.1.0", "second");
    assertThat(sandbox.run("--apply", "--target", "opencode").code()).isZero();
    assertThat(sandbox.loader()).hasContent("// mine");
    Run run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("hosts load from different runtimes");
  }

  @Test
  @Tag("B70")
  void namesAnAgentThatStillRunsAnOlderAdapter() throws IOException {
    sandbox.install();
    beat(sandbox.pi(), "\"shimVersion\":\"0.0.9\",\"requests\":12,\"projected\":11");
    Run run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("a running Pi has loaded the adapter of version 0.0.9");
    beat(sandbox.pi(), "\"shimVersion\":\"0.1.0\",\"requests\":12,\"projected\":11");
    assertThat(doctor().code()).isZero();
  }

  @Test
  @Tag("B70")
  void namesAnotherVersion() {
    sandbox.payload = Sandbox.payload("0.0.9", "old");
    sandbox.install();
    Run run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("installed is 0.0.9");
  }

  @Test
  @Tag("B60")
  void flagsAListOfPluginsThatIsAText() throws IOException {
    Path settings = Sandbox.write(sandbox.home.resolve(".hermes/config.yaml"), "plugins: {}\n");
    sandbox.run("--apply", "--target", "hermes");
    assertThat(doctor().out()).contains("not on the list of enabled plugins");
    Files.writeString(settings, "plugins: {enabled: '[\"jev-prune\"]'}\n");
    Run run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("a text in quotes");
    Files.writeString(settings, "plugins: {enabled: [jev-prune]}\n");
    assertThat(doctor().code()).isZero();
  }

  @Test
  void namesADamagedStoreAndItsSize() throws IOException {
    sandbox.install();
    Path state = sandbox.dataHome().resolve("state").resolve(sandbox.pi().profile());
    Sandbox.write(state.resolve("receipts/a.json"), "{");
    Run run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("receipts/a.json cannot be read").contains("1 files, 1 bytes");
  }

  @Test
  void namesASkillThatAHostFindsTwice() throws IOException {
    Files.createDirectories(sandbox.home.resolve(".codex"));
    sandbox.run("--apply", "--target", "codex");
    Sandbox.write(sandbox.home.resolve(".codex/skills/jev-prune/SKILL.md"), "another");
    Run run = doctor();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).contains("Codex finds the skill in").contains("different texts");
  }

  @Test
  void saysOneWhenNothingIsInstalledAndTwoForWrongUse() {
    assertThat(doctor().code()).isEqualTo(1);
    assertThat(doctor().out()).contains("nothing is installed");
    assertThat(doctor("--activate-hermes").code()).isEqualTo(2);
    assertThat(sandbox.run("--self-test").code()).isEqualTo(2);
  }

  @Test
  void printsJson() throws Exception {
    sandbox.install();
    Run run = doctor("--json");
    assertThat(InstallPlanTest.json(run).string("schema")).contains("jev-prune.doctor.v1");
    assertThat(InstallPlanTest.json(run).bool("healthy")).contains(true);
    assertThat(InstallPlanTest.json(run).array("checks").orElseThrow().isEmpty()).isFalse();
  }
}
