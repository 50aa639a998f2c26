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

class UninstallTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  @Test
  @Tag("B63")
  @Tag("W38")
  void leavesTheTreeAsItWasBefore() throws IOException {
    Sandbox.write(sandbox.agentDir().resolve("settings.json"), "{}");
    Map<String, String> before = Sandbox.tree(temp);
    sandbox.install();
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    sandbox.install();
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
    assertThat(sandbox.drained).contains(sandbox.dataHome());
  }

  @Test
  @Tag("B63")
  void removesTheHomeThatItMadeItself() {
    Map<String, String> before = Sandbox.tree(temp);
    String home = temp.resolve("new/home").toString();
    sandbox.install("--home", home);
    assertThat(sandbox.uninstall("--home", home).code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B54")
  void findsTheLoaderWhenTheVariableIsNotSetAnyMore() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    Path elsewhere = temp.resolve("elsewhere");
    sandbox.env.put("PI_CODING_AGENT_DIR", elsewhere + "/");
    sandbox.install();
    assertThat(Sandbox.loader(elsewhere)).exists();
    sandbox.env.remove("PI_CODING_AGENT_DIR");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B57")
  @Tag("B64")
  void neverTouchesWhatTheManifestDoesNotOwn() throws IOException {
    sandbox.install();
    Path notes = Sandbox.write(sandbox.loader().resolveSibling("jev-prune-notes.js"), "mine");
    Path folder =
        Sandbox.write(sandbox.agentDir().resolve("extensions/jev-prune/index.js"), "mine");
    Path inside = Sandbox.write(sandbox.runtime().resolve("lib/mine.jar"), "mine");
    Run run = sandbox.uninstall();
    assertThat(run.code()).isZero();
    assertThat(notes).exists();
    assertThat(folder).exists();
    assertThat(inside).exists();
    assertThat(sandbox.loader()).doesNotExist();
  }

  @Test
  @Tag("B65")
  @Tag("B66")
  void keepsAnEditedFileAndNamesItAndTheReason() throws IOException {
    sandbox.install();
    Files.writeString(sandbox.loader(), "// mine\n");
    Run run = sandbox.uninstall();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("jev-prune.js").contains("kept").contains("edited after");
    assertThat(sandbox.loader()).hasContent("// mine");
    assertThat(sandbox.runtime()).doesNotExist();
    assertThat(sandbox.dataHome().resolve("install.json")).exists();
  }

  @Test
  @Tag("B65")
  void removesAnEditedFileLaterWhenItsTextIsOursAgain() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    sandbox.install();
    String ours = Files.readString(sandbox.loader());
    Files.writeString(sandbox.loader(), "// mine\n");
    sandbox.uninstall();
    Files.writeString(sandbox.loader(), ours);
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("W19")
  @Tag("B44")
  void goesOnBehindALinkAndNamesIt() throws IOException {
    sandbox.install();
    Path moved = temp.resolve("dotfiles.js");
    Files.move(sandbox.loader(), moved);
    Files.createSymbolicLink(sandbox.loader(), moved);
    Run run = sandbox.uninstall();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains(sandbox.loader() + " is a link to " + moved);
    assertThat(sandbox.loader()).isSymbolicLink();
    assertThat(moved).exists();
    assertThat(sandbox.runtime()).doesNotExist();
  }

  @Test
  @Tag("B65")
  void keepsTheDecisionsAndSaysHowToRemoveThem() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    sandbox.install();
    Path ledger =
        Sandbox.write(
            sandbox.dataHome().resolve("state/" + "a0".repeat(32) + "/ledger/s.json"), "{}");
    Sandbox.write(sandbox.dataHome().resolve("worker.lock"), "");
    Sandbox.write(sandbox.dataHome().resolve("logs/worker.log"), "line");
    Run run = sandbox.uninstall();
    assertThat(run.out()).contains("your decisions").contains("--purge");
    assertThat(ledger).exists();
    assertThat(sandbox.dataHome().resolve("worker.lock")).doesNotExist();

    assertThat(sandbox.uninstall("--purge").code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B65")
  void namesFilesOfTheUserInTheDataHome() throws IOException {
    sandbox.install();
    Path config = Sandbox.write(sandbox.dataHome().resolve("config.yaml"), "mode: off\n");
    Run run = sandbox.uninstall("--purge");
    assertThat(run.out()).contains("config.yaml").contains("not written by the installer");
    assertThat(config).exists();
  }

  @Test
  @Tag("B57")
  void takesNothingFromAFolderThatIsNoDataHome() throws IOException {
    Path stranger = temp.resolve("stranger");
    Sandbox.write(stranger.resolve("state/important.txt"), "mine");
    Sandbox.write(stranger.resolve("logs/worker.log"), "of another worker");
    Sandbox.write(stranger.resolve("worker.lock"), "");
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.uninstall("--purge", "--data-home", stranger.toString());
    assertThat(run.code()).isZero();
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B57")
  void purgesOnlyWhatTheWorkerWrites() throws IOException {
    sandbox.install();
    Path mine = Sandbox.write(sandbox.dataHome().resolve("state/important.txt"), "mine");
    Path log = Sandbox.write(sandbox.dataHome().resolve("logs/mine.log"), "mine");
    Sandbox.write(sandbox.dataHome().resolve("logs/worker.log"), "ours");
    Run run = sandbox.uninstall("--purge");
    assertThat(run.out()).contains("important.txt").contains("not written by the worker");
    assertThat(mine).exists();
    assertThat(log).exists();
    assertThat(sandbox.dataHome().resolve("logs/worker.log")).doesNotExist();
  }

  @Test
  void removesNothingUntilToldToApply() {
    sandbox.install();
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.run("--uninstall");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("remove").contains("--apply");
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
    assertThat(sandbox.drained).isEmpty();
  }

  @Test
  void saysSoWhenNothingIsInstalled() {
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.uninstall();
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Nothing is installed").contains(sandbox.dataHome().toString());
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  @Tag("W12")
  void leavesALoaderOutsideAGivenHomeAlone() throws IOException {
    Path elsewhere = temp.resolve("elsewhere");
    sandbox.install("--root", "pi=" + elsewhere);
    Run run = sandbox.uninstall("--home", sandbox.home.toString());
    assertThat(run.out()).contains("outside --home");
    assertThat(Sandbox.loader(elsewhere)).exists();
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.loader(elsewhere)).doesNotExist();
  }

  @Test
  void obeysNoManifestThatNamesAForeignFile() throws IOException {
    sandbox.install();
    Path victim = Sandbox.write(sandbox.home.resolve("thesis.txt"), "years of work");
    Path manifest = sandbox.dataHome().resolve("install.json");
    Manifest read = ManifestCodec.read(manifest, Files.readAllBytes(manifest));
    var files = new java.util.ArrayList<>(read.files());
    files.add(
        new Manifest.Owned(
            victim,
            java.util.Optional.empty(),
            FileKind.RUNTIME,
            Content.of(Files.readAllBytes(victim)).sha256(),
            java.util.Optional.empty()));
    Manifest forged =
        new Manifest(
            read.version(),
            read.dataHome(),
            true,
            files,
            read.folders(),
            read.targets(),
            read.edits(),
            read.kept());
    Files.write(manifest, ManifestCodec.write(forged).bytes());
    Run run = sandbox.uninstall();
    assertThat(victim).exists();
    assertThat(run.out()).contains("thesis.txt").contains("kept");
  }
}
