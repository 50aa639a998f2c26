package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstallPlanTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  @Test
  void writesNothing() throws IOException {
    Sandbox.write(sandbox.agentDir().resolve("settings.json"), "{}");
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    assertThat(sandbox.plan().code()).isZero();
    assertThat(sandbox.run("--target", "pi").code()).isZero();
    assertThat(sandbox.plan("--json").code()).isZero();
    assertThat(sandbox.run("--uninstall").code()).isZero();
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  void listsExactlyTheFilesThatAnApplyWrites() throws Exception {
    JsonObject plan = json(sandbox.plan("--json"));
    sandbox.install();
    List<String> planned = new ArrayList<>();
    for (Json file : plan.array("files").orElseThrow()) {
      Path path = Path.of(((JsonObject) file).string("path").orElseThrow());
      planned.add(path.toString());
      Content content = Content.of(Files.readAllBytes(path));
      assertThat(((JsonObject) file).string("sha256")).contains(content.sha256().hex());
      assertThat(((JsonObject) file).integer("bytes")).hasValue(content.size());
      String mode = ((JsonObject) file).string("mode").orElseThrow();
      assertThat(Sandbox.mode(path)).isEqualTo(mode.equals("0700") ? "rwx------" : "rw-------");
    }
    List<String> written = new ArrayList<>();
    Sandbox.tree(temp)
        .forEach(
            (path, what) -> {
              // The lock of the bus leaves its guard.
              if (what.startsWith("file") && !path.endsWith("registry.guard")) {
                written.add(temp.resolve(path).toString());
              }
            });
    assertThat(planned).containsExactlyInAnyOrderElementsOf(written);
  }

  @Test
  void printsOneLineOfJsonWithNothingAroundIt() throws Exception {
    Run run = sandbox.plan("--json");
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines()).hasSize(1);
    JsonObject plan = json(run);
    assertThat(plan.string("schema")).contains("jev-prune.plan.v1");
    assertThat(plan.string("operation")).contains("install");
    assertThat(plan.bool("applied")).contains(false);
    assertThat(plan.bool("refused")).contains(false);
    assertThat(plan.array("targets").orElseThrow().size()).isEqualTo(1);
    assertThat(plan.array("folders").orElseThrow().isEmpty()).isFalse();
  }

  @Test
  void refusesAnUnknownTargetAndNamesWhatThereIs() {
    Run run = sandbox.run("--target", "emacs");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("\"emacs\"").contains("Available: openclaw, hermes, opencode,");
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--root=/x", "--root=emacs=/x", "--purge", "--plan --apply", "--no-such", "word"})
  void saysTwoForWrongUse(String words) {
    assertThat(sandbox.run(words.split(" ")).code()).isEqualTo(2);
  }

  @Test
  void saysThatThereIsNoAgentWhenNoneIsNamedOrFound() {
    Run plan = sandbox.run();
    assertThat(plan.code()).isZero();
    assertThat(plan.err())
        .contains("no coding agent found")
        .contains("--target: openclaw, hermes, opencode,");
    assertThat(sandbox.run("--apply").code()).isEqualTo(1);
  }

  @Test
  void takesPiWithoutBeingToldWhenItsFolderIsThere() throws IOException {
    Files.createDirectories(sandbox.agentDir());
    assertThat(sandbox.run().out()).contains("jev-prune.js");
  }

  @Test
  void refusesTheDataHomeOfThePythonKitAndNamesItsUninstall() throws IOException {
    Sandbox.write(
        sandbox.dataHome().resolve("manifest.json"),
        "{\"files\":{},\"schema\":\"jev-prune.install.v1\",\"targets\":[],\"version\":\"0.1.0\"}");
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("Python kit").contains("--uninstall");
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B57")
  void refusesAForeignFileEvenWithOurBytes() throws IOException {
    sandbox.install();
    String ours = Files.readString(sandbox.loader());
    sandbox.uninstall();
    Sandbox.write(sandbox.loader(), ours);
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(sandbox.loader().toString()).contains("did not write");
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".pi/agent/extensions/jev-prune.js",
        ".pi/agent/extensions",
        ".pi/agent",
        ".pi",
        ".jev-prune",
        ".jev-prune/runtime"
      })
  @Tag("B44")
  @Tag("B45")
  void refusesALinkAndNamesItAndWhereItGoes(String linked) throws IOException {
    Path dotfiles = Files.createDirectories(temp.resolve("dotfiles"));
    Path target = linked.endsWith(".js") ? Sandbox.write(dotfiles.resolve("x.js"), "//") : dotfiles;
    Path link = sandbox.home.resolve(linked);
    Files.createDirectories(link.resolve("..").normalize());
    Files.createSymbolicLink(link, target);
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(link + " is a link to " + target);
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B44")
  void followsALinkAboveTheHome() throws IOException {
    Path link = Files.createSymbolicLink(temp.resolve("linked-home"), sandbox.home);
    Run run = sandbox.install("--home", link.toString());
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(sandbox.loader()).exists();
  }

  @Test
  void refusesAFileWhereAFolderIsNeeded() throws IOException {
    Sandbox.write(sandbox.home.resolve(".pi"), "not a folder");
    Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(sandbox.home.resolve(".pi") + " is a file");
  }

  @Test
  void refusesAPathThatCannotStandOnAClassPath() {
    Run run = sandbox.plan("--data-home", temp.resolve("a:b").toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("class path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"schema\":\"other\"}", "{\"a\":1,}", "\uFEFF{}"})
  @Tag("B46")
  @Tag("B50")
  void refusesADamagedManifestAndLeavesItAlone(String text) throws IOException {
    Path manifest = Sandbox.write(sandbox.dataHome().resolve("install.json"), text);
    Run install = sandbox.install();
    Run uninstall = sandbox.uninstall();
    assertThat(install.code()).isEqualTo(1);
    assertThat(uninstall.code()).isEqualTo(1);
    assertThat(install.err()).contains(manifest.toString()).contains("damaged");
    assertThat(manifest).hasContent(text);
    assertThat(sandbox.loader()).doesNotExist();
  }

  @Test
  void warnsOfAFolderThatPiTakesAsOneExtension() throws IOException {
    Sandbox.write(sandbox.agentDir().resolve("extensions/index.ts"), "");
    assertThat(sandbox.plan().out()).contains("index.ts").contains("may keep Pi from loading");
  }

  static JsonObject json(Run run) throws Exception {
    return (JsonObject) StrictJson.parse(run.out().strip());
  }
}
