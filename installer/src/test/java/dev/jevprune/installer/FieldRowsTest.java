package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that other installers had, tried on this one. */
class FieldRowsTest {
  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
  }

  @Test
  @Tag("B47")
  void writesNoSettingsOfOpenCodeWhicheverOfTheTwoIsThere() throws IOException {
    Path folder = sandbox.home.resolve(".config/opencode");
    for (String[] present :
        new String[][] {{"opencode.jsonc"}, {"opencode.json", "opencode.jsonc"}}) {
      for (String name : present) {
        Sandbox.write(folder.resolve(name), "{\n  // mine\n}\n");
      }
      sandbox.run("--apply", "--target", "opencode");
      for (String name : new String[] {"opencode.json", "opencode.jsonc"}) {
        if (java.util.List.of(present).contains(name)) {
          assertThat(folder.resolve(name)).content().isEqualTo("{\n  // mine\n}\n");
        } else {
          assertThat(folder.resolve(name)).doesNotExist();
        }
      }
      sandbox.uninstall();
    }
  }

  @Test
  @Tag("B49")
  void noBackupEverOverwritesAnOlderOne() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (int version = 1; version <= 4; version++) {
      sandbox.payload = Sandbox.payload("0." + version + ".0", "text " + version);
      assertThat(sandbox.install().code()).isZero();
      Map<String, String> now = backups();
      texts.forEach((name, text) -> assertThat(now).containsEntry(name, text));
      texts.putAll(now);
    }
    assertThat(texts).hasSize(3);
  }

  private Map<String, String> backups() throws IOException {
    Map<String, String> texts = new TreeMap<>();
    Path folder = sandbox.dataHome().resolve("backups");
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          texts.put(String.valueOf(file.getFileName()), Files.readString(file));
        }
      }
    }
    return texts;
  }

  @Test
  @Tag("B56")
  void looksAtNoRoamingFolder() {
    for (String name : new String[] {"APPDATA", "LOCALAPPDATA", "USERPROFILE", "HOMEPATH"}) {
      sandbox.env.put(name, temp.resolve(name).toString());
    }
    assertThat(sandbox.run("--apply", "--all").code()).isZero();
    assertThat(temp).isDirectoryNotContaining(path -> !path.equals(sandbox.home));
    assertThat(sandbox.home.resolve(".config/opencode/plugins/jev-prune.js")).exists();
  }
}
