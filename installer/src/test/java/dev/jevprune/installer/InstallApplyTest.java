package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstallApplyTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  @Test
  @Tag("W43")
  void makesEveryFolderAndFilePrivate() {
    assertThat(sandbox.install().code()).isZero();
    Map<String, String> made = new TreeMap<>(Sandbox.tree(sandbox.home));
    made.remove("");
    made.forEach(
        (path, what) ->
            assertThat(what)
                .as(path)
                .startsWith(
                    what.startsWith("folder")
                        ? "folder rwx------"
                        : path.contains("/bin/") ? "file rwx------" : "file rw-------"));
  }

  @Test
  void doesNothingTheSecondTime() {
    sandbox.install();
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.install();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Nothing to do");
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
    assertThat(sandbox.drained).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "First Last",
        "Zoë Ünïcode",
        "家",
        "O'Brien",
        "50% & more",
        "$HOME",
        "a\\b",
        "@|red x|@",
        "\"q\""
      })
  @Tag("B61")
  @Tag("B74")
  void worksInAHomeOfAnyName(String name) throws Exception {
    sandbox = new Sandbox(temp.resolve(name));
    Map<String, String> before = Sandbox.tree(temp);
    assertThat(sandbox.install().code()).isZero();

    JsonObject config = config(sandbox.loader());
    assertThat(config.string("runtime")).contains(sandbox.runtime().toString());
    assertThat(config.string("dataHome")).contains(sandbox.dataHome().toString());
    assertThat(config.string("agentDir")).contains(sandbox.agentDir().toString());
    assertThat(config.string("java")).contains(Sandbox.JAVA);
    assertThat(config.string("profile")).contains(sandbox.pi().profile());
    assertThat(config.string("version")).contains("0.1.0");
    assertThat(config.integer("schema")).hasValue(1);

    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("W12")
  void touchesNothingOutsideAGivenHome() throws IOException {
    Path other = Files.createDirectories(temp.resolve("other"));
    sandbox.env.put("PI_CODING_AGENT_DIR", sandbox.agentDir().toString());
    sandbox.env.put("JEV_PRUNE_HOME", sandbox.dataHome().toString());
    Map<String, String> before = Sandbox.treeWithTimes(sandbox.home);
    Run run = sandbox.install("--home", other.toString());
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("PI_CODING_AGENT_DIR");
    assertThat(Sandbox.treeWithTimes(sandbox.home)).isEqualTo(before);
    assertThat(other.resolve(".pi/agent/extensions/jev-prune.js")).exists();
  }

  @Test
  void upgradesWithABackupOfTheOldLoaderAndDrainsTheWorker() throws IOException {
    sandbox.install();
    String old = Files.readString(sandbox.loader());
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    Run run = sandbox.install();
    assertThat(run.code()).isZero();
    assertThat(Files.readString(sandbox.loader())).contains(sandbox.runtime().toString());
    try (var backups = Files.list(sandbox.dataHome().resolve("backups"))) {
      assertThat(backups.toList()).singleElement().satisfies(b -> assertThat(b).hasContent(old));
    }
    assertThat(sandbox.drained).containsExactly(sandbox.dataHome());
  }

  @Test
  void keepsTheRuntimeThatRunningAgentsUseUntilTheNextUpgrade() throws IOException {
    sandbox.install();
    Path first = sandbox.runtime();
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    sandbox.install();
    Path second = sandbox.runtime();
    Map<String, String> settled = Sandbox.treeWithTimes(temp);
    sandbox.install();
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(settled);
    assertThat(first.resolve("shim/pi.mjs")).exists();
    sandbox.payload = Sandbox.payload("0.3.0", "third");
    sandbox.install();
    assertThat(first).doesNotExist();
    assertThat(second.resolve("shim/pi.mjs")).exists();
    assertThat(sandbox.runtime().resolve("shim/pi.mjs")).exists();
  }

  @Test
  @Tag("B66")
  void refusesToUpgradeAnEditedLoaderAndUpgradesNothingElse() throws IOException {
    sandbox.install();
    Files.writeString(sandbox.loader(), "// mine\n");
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(sandbox.loader().toString()).contains("edited");
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  void keepsAnEditedFileOfAnOldRuntime() throws IOException {
    sandbox.install();
    Path edited = sandbox.runtime().resolve("shim/pi.mjs");
    Files.writeString(edited, "// mine");
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    sandbox.install();
    sandbox.payload = Sandbox.payload("0.3.0", "third");
    Run run = sandbox.install();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("kept").contains("edited");
    assertThat(edited).hasContent("// mine");
  }

  @Test
  void putsBackAFileThatWasDeleted() throws IOException {
    sandbox.install();
    Map<String, String> whole = Sandbox.tree(temp);
    Files.delete(sandbox.loader());
    Files.delete(sandbox.runtime().resolve("lib/a.jar"));
    assertThat(sandbox.install().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(whole);
  }

  @Test
  void servesSeveralAgentFoldersFromOneDataHome() throws Exception {
    Path a = temp.resolve("a");
    Path b = temp.resolve("b");
    Map<String, String> before = Sandbox.tree(temp);
    sandbox.install("--root", "pi=" + a);
    sandbox.install("--root", "pi=" + b);
    assertThat(config(Sandbox.loader(a)).string("profile"))
        .isNotEqualTo(config(Sandbox.loader(b)).string("profile"));
    assertThat(sandbox.uninstall("--root", "pi=" + a).code()).isZero();
    assertThat(Sandbox.loader(a)).doesNotExist();
    assertThat(Sandbox.loader(b)).exists();
    assertThat(sandbox.runtime().resolve("lib/a.jar")).exists();
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  void refusesAManifestThatWasMadeForAnotherDataHome() throws IOException {
    sandbox.install();
    Path copy = temp.resolve("copy");
    Files.createDirectories(copy);
    Files.copy(sandbox.dataHome().resolve("install.json"), copy.resolve("install.json"));
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    List<Run> runs =
        List.of(
            sandbox.install("--data-home", copy.toString()),
            sandbox.uninstall("--data-home", copy.toString()));
    for (Run run : runs) {
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.err()).contains("copy");
    }
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  static JsonObject config(Path loader) throws Exception {
    String line = Files.readAllLines(loader).get(0);
    return (JsonObject)
        StrictJson.parse(line.substring("const CONFIG = ".length(), line.length() - 1));
  }

  @Test
  void switchesTheQuestionBeforeACompactionOnOnlyWhenToldTo() throws IOException {
    sandbox.install("--pi-choice");
    assertThat(Files.readString(sandbox.loader())).contains("\"piChoice\":true");
    sandbox.install();
    assertThat(Files.readString(sandbox.loader())).contains("\"piChoice\":true");
    sandbox.install("--no-pi-choice");
    assertThat(Files.readString(sandbox.loader())).doesNotContain("piChoice");
    assertThat(sandbox.uninstall("--pi-choice").code()).isEqualTo(2);
  }
}
