package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which folder serves which host, and what the plan says of it. */
class SkillPlanTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  @Test
  void namesTheHostsBehindEachFolder() {
    String plan = sandbox.run("--plan", "--all").out();

    assertThat(plan)
        .contains("skill for OpenClaw, Codex, Gemini CLI, Cursor, GitHub Copilot CLI, the shared")
        .contains("skill for Claude Code");
    assertThat(plan).doesNotContain(".codex/skills", ".gemini/skills", ".copilot/skills");
  }

  @Test
  void namesTheHostsThatFindTheSameTextTwice() {
    assertThat(sandbox.run("--plan", "--all").out())
        .contains("OpenCode finds the same skill in " + shared() + " and " + claude())
        .contains("Cursor finds the same skill in " + shared() + " and " + claude())
        .doesNotContain("Codex finds the same skill");
    assertThat(sandbox.run("--plan", "--target", "codex", "--target", "opencode").out())
        .doesNotContain("finds the same skill");
  }

  @Test
  void givesAHostItsOwnFolderWhereAVariableMakesItPassOverTheSharedOne() {
    sandbox.env.put("COPILOT_HOME", temp.resolve("copilot").toString());
    sandbox.env.put("CODEX_HOME", temp.resolve("codex").toString());
    sandbox.run("--apply", "--target", "copilot", "--target", "codex");

    assertThat(temp.resolve("copilot/skills/jev-prune/SKILL.md")).exists();
    assertThat(temp.resolve("codex/skills")).doesNotExist();
    assertThat(shared().resolve("SKILL.md")).exists();
  }

  @Test
  @Tag("B68")
  void keepsAForeignSkillWhenAnotherHostIsInstalled() throws IOException {
    Path foreign = Sandbox.write(shared().resolve("SKILL.md"), "mine");
    assertThat(sandbox.run("--apply", "--target", "claude").code()).isZero();
    assertThat(sandbox.run("--apply", "--target", "codex").code()).isEqualTo(1);
    assertThat(sandbox.uninstall().code()).isZero();

    assertThat(foreign).hasContent("mine");
    assertThat(Files.exists(claude())).isFalse();
  }

  private Path shared() {
    return sandbox.home.resolve(".agents/skills/jev-prune");
  }

  private Path claude() {
    return sandbox.home.resolve(".claude/skills/jev-prune");
  }
}
