package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The registry of the bus changes together with the files, or not at all. */
class BusInstallTest {
  private static final String RIVAL =
      """
      {"hosts":{"pi":{"carrier":"rival","rank":500,"root":"/r"}},
       "schema":"jev-bus.v1",
       "stages":[{"claims":["%s"],"hosts":["pi"],"name":"rival.stage","package":"rival",
         "priority":50,"transport":{"argv":["/bin/rival"],"kind":"subprocess-json"}}]}
      """;

  @TempDir Path temp;
  private Sandbox sandbox;
  private Path registry;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
    registry = sandbox.home.resolve(".jev/bus/v1/registry.json");
  }

  @Test
  @Tag("W13")
  @Tag("W38")
  void eachHostHasItsStageAndAllOfItGoesAgain() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    sandbox.run("--apply", "--target", "opencode");
    Run run = sandbox.run("--apply", "--target", "pi");
    assertThat(run.out()).contains("pi: Jev Prune").contains("jev-prune.dedup@opencode:");
    assertThat(Files.readString(registry))
        .contains("jev-prune.dedup@opencode:")
        .contains("jev-prune.dedup@pi:")
        .contains("jevprune-stage");
    sandbox.run("--uninstall", "--apply", "--target", "opencode");
    assertThat(Files.readString(registry)).doesNotContain("@opencode").contains("@pi:");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("W14")
  void aRefusedInstallationLeavesTheRegistryAlone() throws IOException {
    Sandbox.write(sandbox.loader(), "mine");
    assertThat(sandbox.install().code()).isEqualTo(1);
    assertThat(registry).doesNotExist();
  }

  @Test
  @Tag("W15")
  @Tag("W16")
  void aClashOfClaimsIsAPlainRefusalThatNamesBoth() throws IOException {
    Sandbox.write(registry, RIVAL.formatted("tool-result:*"));
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("rival").contains("jev-prune-kit").contains("--no-bus");
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
    assertThat(sandbox.install("--no-bus").code()).isZero();
  }

  @Test
  void isAGuestWhereAnotherCarriesUnlessForced() throws IOException {
    Sandbox.write(registry, RIVAL.formatted("system-append"));
    assertThat(sandbox.install().out()).contains("pi: rival, we are its guest");
    assertThat(sandbox.install("--force-carrier").out()).contains("taken over from rival");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Files.readString(registry)).contains("rival.stage").doesNotContain("jev-prune");
  }

  @Test
  @Tag("W12")
  void staysInAGivenHome() {
    sandbox.env.put("JEV_BUS_HOME", temp.resolve("bus").toString());
    sandbox.install("--home", temp.resolve("other").toString());
    assertThat(temp.resolve("bus")).doesNotExist();
    assertThat(temp.resolve("other/.jev/bus/v1/registry.json")).exists();
    sandbox.install();
    assertThat(temp.resolve("bus/v1/registry.json")).exists();
  }

  @Test
  @Tag("W17")
  void isNotStoppedByTheLockOfADeadOwner() throws IOException {
    Sandbox.write(registry.resolveSibling("registry.lock"), "{\"pid\":999999999,\"token\":\"x\"}");
    assertThat(sandbox.install().code()).isZero();
    assertThat(registry.resolveSibling("registry.lock")).doesNotExist();
  }

  @Test
  @Tag("W16")
  void aClashIsRefusedAlsoWhereNobodyCarriesTheHost() throws IOException {
    Sandbox.write(
        registry,
        RIVAL.formatted("tool-result:read").replaceFirst("\"hosts\":\\{\"pi.*?}}", "\"hosts\":{}"));
    assertThat(registry).content().doesNotContain("carrier");
    assertThat(sandbox.install().err()).contains("rival").contains("jev-prune-kit");
    assertThat(registry).content().doesNotContain("jev-prune");
  }

  @Test
  @Tag("W36")
  void noKeyOfTheEnvironmentIsWrittenAnywhere() throws IOException {
    sandbox.env.put("TYPESAFE_API_KEY", "key-of-the-evaluator");
    sandbox.env.put("ANTHROPIC_API_KEY", "key-of-the-provider");
    assertThat(sandbox.run("--apply", "--all").code()).isZero();
    for (String name : Sandbox.tree(sandbox.home).keySet()) {
      Path file = sandbox.home.resolve(name);
      if (Files.isRegularFile(file)) {
        assertThat(Files.readString(file)).as(name).doesNotContain("key-of-the");
      }
    }
  }

  @Test
  void leavesTheBusWhenToldTo() {
    sandbox.install();
    assertThat(sandbox.install("--no-bus").code()).isZero();
    assertThat(registry).doesNotExist();
  }
}
