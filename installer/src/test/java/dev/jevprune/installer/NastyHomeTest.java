package dev.jevprune.installer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A home as people have them: odd names, odd texts, odd modes, links, several profiles, and files
 * of others that bear our name. Installing for all ten and removing again changes no byte, no mode
 * and no link of it.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "modes and links of Unix")
class NastyHomeTest {
  private static final String BOM = "\uFEFF";
  private static final List<String> NAMES =
      List.of(
          "Zoë O'Brien", "50% & more $HOME `x`", "設定 ファイル", "tab\tand\nline", "-rf *", "🎉 \"q\"");

  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("设定 O'Neil's 50% & co").resolve("ho me"));
    furnish();
  }

  private void furnish() throws IOException {
    Path home = sandbox.home;
    text(
        ".config/opencode/opencode.jsonc",
        BOM + "// mine\r\n{ \"plugin\": [], /* x */ }",
        "rw-------");
    text(".config/opencode/plugins/other.js", "export default {}\r\n", "rw-r--r--");
    text(".config/opencode/plugins/jev-prune-notes.js", "// not yours", "r--r--r--");
    text(
        ".hermes/config.yaml",
        "# keep\nplugins:\n  enabled: [a]   # mine\n  disabled: []",
        "rw-------");
    text(".hermes/plugins/jev-prune-friend/plugin.yaml", "name: friend\n", "rw-rw-r--");
    text(".pi/agent/settings.json", "{\r\n  \"quietStartup\": true\r\n}", "rw-r-----");
    text(".pi/agent/extensions/jev-prune/index.js", "// mine\n", "rw-r--r--");
    text(".claude/settings.json", BOM + "{}", "rw-------");
    text(
        ".claude/skills/jev-prune-like/SKILL.md",
        BOM + "---\r\nname: jev-prune-like\r\n---\r\n",
        "rw-r--r--");
    text(".codex/config.toml", "# no end", "r--------");
    text(".codex/skills/jev-prune/SKILL.md", "an older copy in a place of its own\n", "rw-r--r--");
    text(".gemini/settings.json", "{}\n", "rw-r--r--");
    text(".copilot/config.json", "{}", "rw-------");
    text(".openclaw/openclaw.json", "{ // json5\n}", "rw-------");
    text(".cursor/cli-config.json", "{}", "rw-------");
    text(".agents/skills/jev-prune.md", "a file, not a folder\r\n", "rw-r--r--");
    text(".agents/skills/other/SKILL.md", "---\nname: other\n---\n", "rwxr-xr-x");
    text(".jev/bus/v1/notes", "of another package", "rw-------");
    for (String name : NAMES) {
      text(".pi/agent/sessions/" + name + "/" + name, name, "rw-------");
    }
    Files.createDirectories(home.resolve("dotfiles/real"));
    Files.createSymbolicLink(home.resolve(".agents/skills/linked"), home.resolve("dotfiles/real"));
    Files.createSymbolicLink(home.resolve(".claude/skills/dangling"), Path.of("../nowhere"));
    Files.createSymbolicLink(home.resolve(".codex/loop"), Path.of("loop"));
    Files.createDirectories(home.resolve(".gemini/empty"));
    Files.setPosixFilePermissions(
        home.resolve(".copilot"), PosixFilePermissions.fromString("rwxrwx--x"));
    Files.setPosixFilePermissions(
        home.resolve(".gemini/empty"), PosixFilePermissions.fromString("r-xr-xr-x"));
  }

  private void text(String place, String text, String mode) throws IOException {
    Path file = Sandbox.write(sandbox.home.resolve(place), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  /** The nine agents and the shared folder. */
  private List<String> everything(String... more) {
    List<String> words = new ArrayList<>(List.of("--apply", "--all"));
    words.addAll(List.of(more));
    return words;
  }

  @Test
  @Tag("B61")
  @Tag("B63")
  @Tag("B64")
  void isTheSameAfterAllTenWentInAndOut() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);

    assertDone(sandbox.run(everything()));
    assertThat(targets()).hasSize(Namespace.values().length);
    assertDone(sandbox.uninstall());
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B61")
  void isTheSameAfterUpgradesAndTwoProfilesOfEach() throws IOException {
    List<String> words = everything();
    for (Namespace host : Namespace.values()) {
      for (String profile : List.of("one & 50%", "二 'two'")) {
        Path root = sandbox.home.resolve("profiles").resolve(profile).resolve(host.wireName());
        text("profiles/" + profile + "/" + host.wireName() + "/mine.txt", "\r\n", "r--r--r--");
        words.addAll(List.of("--root", host.wireName() + "=" + root));
      }
    }
    Map<String, String> before = Sandbox.tree(temp);

    assertDone(sandbox.run(words));
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    assertDone(sandbox.run(words));
    assertThat(targets()).hasSizeGreaterThanOrEqualTo(2 * Namespace.values().length);
    assertDone(sandbox.run("--uninstall", "--apply", "--target", "codex"));
    assertDone(sandbox.uninstall());
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B68")
  void refusesAForeignFileInOurPlaceAndDoesNoPartOfIt() throws IOException {
    text(".agents/skills/jev-prune/SKILL.md", "---\r\nname: jev-prune\r\n---\r\nmine", "rw-r--r--");
    Map<String, String> before = Sandbox.treeWithTimes(temp);
    Run run = sandbox.run(everything());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.all())
        .contains(".agents/skills/jev-prune/SKILL.md", "a file that we did not write is there");
    assertThat(Sandbox.treeWithTimes(temp)).isEqualTo(before);
  }

  @Test
  @Tag("B62")
  void aCopyWithOtherLineEndsIsEditedAndGoesWhenItsTextIsOursAgain() throws IOException {
    Map<String, String> before = Sandbox.tree(temp);
    assertDone(sandbox.run(everything()));
    Path skill = sandbox.home.resolve(".agents/skills/jev-prune/SKILL.md");
    byte[] ours = Files.readAllBytes(skill);
    assertThat(new String(ours, UTF_8)).doesNotContain("\r").startsWith("---\n");
    Files.writeString(skill, new String(ours, UTF_8).replace("\n", "\r\n"));

    Run kept = sandbox.uninstall();
    assertDone(kept);
    assertThat(kept.out()).contains("SKILL.md").contains("edited");
    assertThat(skill).exists();

    Files.write(skill, ours);
    assertDone(sandbox.uninstall());
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  private List<String> targets() throws IOException {
    String manifest = Files.readString(sandbox.dataHome().resolve("install.json"));
    return java.util.regex.Pattern.compile("\"name\":\"([a-z]+)\"")
        .matcher(manifest)
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  private static void assertDone(Run run) {
    assertThat(run.code()).as(run.all()).isZero();
  }
}
