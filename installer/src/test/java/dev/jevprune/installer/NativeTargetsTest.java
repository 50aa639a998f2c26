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

/** The hosts in which requests are edited: what each loads, and that it comes and goes whole. */
class NativeTargetsTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  @Test
  void givesOpenCodeOnePluginFile() throws Exception {
    assertThat(sandbox.run("--apply", "--target", "opencode").code()).isZero();
    Path plugin = sandbox.home.resolve(".config/opencode/plugins/jev-prune.js");
    assertThat(InstallApplyTest.config(plugin).string("profile"))
        .contains(
            new HostRoot(
                    Namespace.OPENCODE,
                    sandbox.home.resolve(".config/opencode"),
                    HostRoot.Source.USUAL)
                .profile());
    assertThat(sandbox.loader()).doesNotExist();
  }

  @Test
  void givesHermesAPluginFolder() throws Exception {
    assertThat(sandbox.run("--apply", "--target", "hermes").code()).isZero();
    Path plugin = sandbox.home.resolve(".hermes/plugins/jev-prune");
    assertThat(plugin.resolve("plugin.yaml")).content().contains("version: \"0.1.0\"");
    assertThat(plugin.resolve("__init__.py")).content().contains("\"runtime\":");
  }

  @Test
  @Tag("B63")
  @Tag("W13")
  void installsAllThreeOneAfterTheOtherAndRemovesThemWhole() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    for (String target : new String[] {"opencode", "hermes", "pi"}) {
      assertThat(sandbox.run("--apply", "--target", target).code()).isZero();
    }
    assertThat(sandbox.home.resolve(".config/opencode/plugins/jev-prune.js")).exists();
    assertThat(sandbox.home.resolve(".hermes/plugins/jev-prune/__init__.py")).exists();
    assertThat(sandbox.loader()).exists();
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  void removesOneHostAndLeavesTheOthers() {
    sandbox.run("--apply", "--all");
    assertThat(sandbox.run("--uninstall", "--apply", "--target", "opencode").code()).isZero();
    assertThat(sandbox.home.resolve(".config/opencode/plugins/jev-prune.js")).doesNotExist();
    assertThat(sandbox.home.resolve(".hermes/plugins/jev-prune/__init__.py")).exists();
    assertThat(sandbox.runtime()).exists();
  }

  @Test
  void takesWhatPythonCompiledFromOurModule() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    sandbox.run("--apply", "--target", "hermes");
    Path cache = sandbox.home.resolve(".hermes/plugins/jev-prune/__pycache__");
    Sandbox.write(cache.resolve("__init__.cpython-312.pyc"), "compiled");
    Sandbox.write(cache.resolve("__init__.cpython-312.pyc.140212"), "cut short");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B57")
  void leavesWhatPythonCompiledFromAModuleOfTheUser() throws IOException {
    sandbox.run("--apply", "--target", "hermes");
    Path cache = sandbox.home.resolve(".hermes/plugins/jev-prune/__pycache__");
    Path mine = Sandbox.write(cache.resolve("mine.cpython-312.pyc"), "compiled");
    Sandbox.write(cache.resolve("__init__.cpython-312.pyc"), "compiled");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(mine).exists();
    assertThat(cache.resolve("__init__.cpython-312.pyc")).doesNotExist();
  }

  @Test
  @Tag("B55")
  void findsOpenCodesFolderByItsOwnOrderOfVariables() {
    sandbox.env.put("XDG_CONFIG_HOME", temp.resolve("xdg").toString());
    sandbox.run("--apply", "--target", "opencode");
    assertThat(temp.resolve("xdg/opencode/plugins/jev-prune.js")).exists();
    sandbox.env.put("OPENCODE_CONFIG_DIR", temp.resolve("own").toString());
    sandbox.run("--apply", "--target", "opencode");
    assertThat(temp.resolve("own/plugins/jev-prune.js")).exists();
    assertThat(sandbox.home.resolve(".config")).doesNotExist();
  }

  @Test
  void takesEveryHostThatIsHereWithoutBeingTold() throws IOException {
    Files.createDirectories(sandbox.home.resolve(".hermes"));
    Files.createDirectories(sandbox.home.resolve(".config/opencode"));
    Run run = sandbox.run();
    assertThat(run.out())
        .contains("hermes     " + sandbox.home.resolve(".hermes"))
        .contains("opencode   " + sandbox.home.resolve(".config/opencode"))
        .doesNotContain("extensions");
  }

  @Test
  @Tag("B58")
  void installsIntoTheProfileOfHermesThatIsActiveOrNamedAndSaysWhich() throws Exception {
    Path usual = sandbox.home.resolve(".hermes");
    Path work = usual.resolve("profiles/work");
    Files.createDirectories(work);
    sandbox.env.put("HERMES_HOME", work.toString());
    Run plan = sandbox.run("--target", "hermes");
    assertThat(plan.out()).contains("hermes     " + work);
    assertThat(sandbox.run("--apply", "--target", "hermes").code()).isZero();
    assertThat(work.resolve("plugins/jev-prune/__init__.py")).exists();
    assertThat(usual.resolve("plugins")).doesNotExist();

    assertThat(sandbox.run("--apply", "--root", "hermes=" + usual).code()).isZero();
    assertThat(profileOf(usual)).hasSize(64).isNotEqualTo(profileOf(work));
  }

  private static String profileOf(Path hermes) throws IOException {
    String loader = Files.readString(hermes.resolve("plugins/jev-prune/__init__.py"));
    return loader.replaceFirst("(?s).*\"profile\":\"([0-9a-f]+)\".*", "$1");
  }

  @Test
  @Tag("W39")
  void separatesProfilesOfOneHost() throws Exception {
    Path a = temp.resolve("a");
    Path b = temp.resolve("b");
    assertThat(sandbox.run("--apply", "--root", "opencode=" + a, "--root", "opencode=" + b).code())
        .isZero();
    assertThat(InstallApplyTest.config(a.resolve("plugins/jev-prune.js")).string("profile"))
        .isNotEqualTo(InstallApplyTest.config(b.resolve("plugins/jev-prune.js")).string("profile"));
    // Two stages, each for the sessions of its own root: the carrier runs that of the profile.
    String registry = Files.readString(sandbox.home.resolve(".jev/bus/v1/registry.json"));
    for (Path root : new Path[] {a, b}) {
      String profile = new HostRoot(Namespace.OPENCODE, root, HostRoot.Source.GIVEN).profile();
      assertThat(registry)
          .contains("\"jev-prune.dedup@opencode:" + profile.substring(0, 8) + "\"")
          .contains("\"--profile\",\"" + profile + "\"");
    }
  }
}
