package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Other packages that edit requests too, by name, in each host's own way of listing them. */
@Tag("B73")
class DoctorRivalsTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  private String doctor() {
    return sandbox.run("--doctor").out();
  }

  private Path pi(String name, String text) throws IOException {
    return Sandbox.write(sandbox.agentDir().resolve(name), text);
  }

  private Path openCode(String name, String text) throws IOException {
    return Sandbox.write(sandbox.home.resolve(".config/opencode").resolve(name), text);
  }

  private Path hermes(String name, String text) throws IOException {
    return Sandbox.write(sandbox.home.resolve(".hermes").resolve(name), text);
  }

  @Test
  void namesThoseOfPi() throws IOException {
    pi("extensions/pi-dcp/index.ts", "");
    pi(
        "settings.json",
        "{\"packages\": [\"npm:pi-context-prune\", {\"source\": \"git:github.com/x/pi-context-gc\"}],"
            + " \"theme\": \"pi-context-pruner\"}");
    sandbox.install();
    assertThat(doctor())
        .contains("pi-dcp edits requests or results too")
        .contains("pi-context-prune edits")
        .contains("npm:pi-context-prune in ")
        .contains("pi-context-gc edits")
        .doesNotContain("pi-context-pruner");
    assertThat(sandbox.run("--doctor").code()).as("worth knowing, not wrong").isZero();
  }

  @Test
  void namesThoseOfOpenCodeButNotWhatIsCommentedOut() throws IOException {
    openCode("plugins/opencode-acp.js", "");
    openCode(
        "opencode.jsonc",
        """
        {
          // "plugin": ["magic-context"],
          "plugin": ["@tarquinen/opencode-dcp@latest", ["./oh-my-opencode-slim", {}],],
          "compaction": {"prune": true},
        }
        """);
    sandbox.run("--apply", "--target", "opencode");
    assertThat(doctor())
        .contains("opencode-acp edits")
        .contains("opencode-dynamic-context-pruning (DCP) edits")
        .contains("@tarquinen/opencode-dcp@latest in ")
        .contains("oh-my-opencode edits")
        .contains("OpenCode's own compaction.prune is on")
        .doesNotContain("magic-context");
  }

  @Test
  void saysWhenSettingsOfAHostCannotBeRead() throws IOException {
    openCode("opencode.json", "{\"plugin\": [");
    sandbox.run("--apply", "--target", "opencode");
    assertThat(doctor()).contains("opencode.json cannot be read, so what it loads is not known");
  }

  @Test
  void namesThoseOfHermesAndWhetherTheyAreEnabled() throws IOException {
    hermes("plugins/hermes_lcm/__init__.py", "");
    hermes("plugins/prune-tool-outputs/__init__.py", "");
    hermes(
        "config.yaml",
        """
        plugins: {enabled: [jev-prune, prune-tool-outputs, hermes-jev-compact]}
        context: {engine: lcm}
        compression: {proactive_prune_tokens: 40000}
        """);
    sandbox.run("--apply", "--target", "hermes");
    assertThat(doctor())
        .contains("hermes-lcm edits")
        .contains("hermes_lcm, not enabled")
        .contains("hermes-prune-tool-outputs-plugin edits")
        .contains("hermes-jev-compact on the list of enabled plugins")
        .contains("lcm has the one place of a context engine")
        .contains("Hermes' own compression.proactive_prune_tokens is on");
    hermes(
        "config.yaml",
        """
        plugins: {enabled: [jev-prune]}
        context: {engine: compressor}
        compression: {proactive_prune_tokens: 0}
        """);
    assertThat(doctor()).doesNotContain("context engine").doesNotContain("proactive_prune");
  }

  @Test
  void doesNotTakeItsOwnFilesForARival() {
    sandbox.run("--apply", "--target", "pi", "--target", "opencode", "--target", "hermes");
    assertThat(doctor()).doesNotContain("edits requests or results too");
  }

  @ParameterizedTest
  @EnumSource(names = {"PI", "OPENCODE", "HERMES"})
  void knowsSomeOfEachHostAndTheOtherPackageOnTheBus(Namespace host) {
    assertThat(KnownRival.names(host)).isNotEmpty();
    assertThat(KnownRival.named(host, "jev-context-fabric").map(KnownRival::name))
        .contains("jev-context-fabric");
    assertThat(KnownRival.named(host, "jev-prune")).isEmpty();
  }
}
