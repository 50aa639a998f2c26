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

/** Dotfiles folders: links are refused, or with --follow-links written through. */
@Tag("B44")
class FollowLinksTest {
  @TempDir Path temp;
  private Sandbox sandbox;
  private Path dotfiles;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
    dotfiles = Files.createDirectories(temp.resolve("dotfiles"));
  }

  @Test
  void writesThroughALinkedFolderAndLeavesTheLink() throws IOException {
    Files.createDirectories(sandbox.agentDir());
    Path link = Files.createSymbolicLink(sandbox.agentDir().resolve("extensions"), dotfiles);
    Map<String, String> before = Sandbox.tree(temp);
    Run run = sandbox.install("--follow-links");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(dotfiles.resolve("jev-prune.js")).exists();
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(sandbox.dataHome().resolve("install.json")))
        .contains("\"path\":\"" + dotfiles.resolve("jev-prune.js") + "\"")
        .contains("\"via\":\"" + sandbox.loader() + "\"");
    assertThat(sandbox.install("--follow-links").out()).contains("Nothing to do");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  void writesThroughALinkThatLeadsNowhereYet() throws IOException {
    Files.createDirectories(sandbox.loader().getParent());
    Files.createSymbolicLink(sandbox.loader(), Path.of("../../../../dotfiles/our.js"));
    Map<String, String> before = Sandbox.tree(temp);
    assertThat(sandbox.install("--follow-links").code()).isZero();
    assertThat(dotfiles.resolve("our.js")).exists();
    assertThat(sandbox.loader()).isSymbolicLink();
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    assertThat(sandbox.install("--follow-links").code()).isZero();
    assertThat(Files.readString(dotfiles.resolve("our.js"))).contains("0.2.0");
    assertThat(sandbox.uninstall().code()).isZero();
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  void neverReplacesWhatALinkLeadsTo() throws IOException {
    Path mine = Sandbox.write(dotfiles.resolve("mine.js"), "mine");
    Files.createDirectories(sandbox.loader().getParent());
    Files.createSymbolicLink(sandbox.loader(), mine);
    Run run = sandbox.install("--follow-links");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains(mine + ": a file that we did not write");
    assertThat(mine).hasContent("mine");
  }

  @Test
  void refusesACircle() throws IOException {
    Files.createDirectories(sandbox.loader().getParent());
    Files.createSymbolicLink(sandbox.loader(), sandbox.loader());
    Run run = sandbox.install("--follow-links");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("never end");
  }
}
