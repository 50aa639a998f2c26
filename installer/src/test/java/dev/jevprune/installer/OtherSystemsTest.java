package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The installer on the path rules of Windows and macOS, in memory: drives and backslashes, names
 * that ignore case, long paths, no modes. Nothing here ran on such a machine.
 */
class OtherSystemsTest {
  /** A file system and a home on it. */
  enum OtherSystem {
    WINDOWS("C:\\Users\\Ada Lovelace") {
      @Override
      FileSystem open() {
        return Jimfs.newFileSystem(
            Configuration.windows().toBuilder()
                .setRoots("C:\\", "D:\\")
                .setAttributeViews("basic", "owner", "dos", "acl")
                .build());
      }
    },
    MACOS("/Users/Ada Lovelace") {
      @Override
      FileSystem open() {
        return Jimfs.newFileSystem(
            Configuration.osX().toBuilder()
                .setAttributeViews("basic", "owner", "posix", "unix")
                .build());
      }
    };

    final String home;

    OtherSystem(String home) {
      this.home = home;
    }

    abstract FileSystem open();
  }

  private static Map<String, String> tree(Path top) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(top)) {
      for (Path path : paths.toList()) {
        tree.put(
            top.relativize(path).toString(),
            Files.isDirectory(path) ? "folder" : Content.of(Files.readAllBytes(path)).toString());
      }
    }
    return tree;
  }

  private static Path homeOn(FileSystem files, OtherSystem system) throws IOException {
    Path home = Files.createDirectories(files.getPath(system.home));
    Sandbox.write(home.resolve(".pi").resolve("agent").resolve("settings.json"), "{}\r\n");
    Sandbox.write(home.resolve(".claude").resolve("settings.json"), "{\r\n}");
    return home;
  }

  @ParameterizedTest
  @EnumSource
  @Tag("B56")
  void leavesTheTreeAsItWasAfterAllTen(OtherSystem system) throws IOException {
    try (FileSystem files = system.open()) {
      Path home = homeOn(files, system);
      Sandbox sandbox = new Sandbox(home);
      // As on Windows: Hermes looks in the local one, and nobody in the roaming one.
      sandbox.env.put("APPDATA", home.resolve("AppData").resolve("Roaming").toString());
      sandbox.env.put("LOCALAPPDATA", home.resolve("AppData").resolve("Local").toString());
      Map<String, String> before = tree(home);

      assertDone(sandbox.run("--apply", "--all"));
      assertThat(home.resolve("AppData").resolve("Roaming")).doesNotExist();
      Path hermes =
          system == OtherSystem.WINDOWS
              ? home.resolve("AppData").resolve("Local").resolve("hermes")
              : home.resolve(".hermes");
      assertThat(hermes.resolve("plugins").resolve("jev-prune").resolve("__init__.py")).exists();
      assertThat(
              home.resolve(".config")
                  .resolve("opencode")
                  .resolve("plugins")
                  .resolve("jev-prune.js"))
          .exists();
      assertThat(home.resolve(".claude").resolve("skills").resolve("jev-prune").resolve("SKILL.md"))
          .exists();
      assertThat(home.resolve(".agents").resolve("skills").resolve("jev-prune").resolve("SKILL.md"))
          .exists();
      assertThat(sandbox.run("--plan", "--all", "--json").out()).doesNotContain("\"create\"");

      sandbox.payload = Sandbox.payload("0.2.0", "second");
      assertDone(sandbox.run("--apply", "--all"));
      assertDone(sandbox.uninstall());
      assertThat(tree(home)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tellsHostsTheirPathsInTheirSpelling(OtherSystem system) throws Exception {
    try (FileSystem files = system.open()) {
      Path home = homeOn(files, system);
      Sandbox sandbox = new Sandbox(home);
      assertDone(sandbox.install());
      String loader = Files.readString(sandbox.loader());
      JsonObject config =
          (JsonObject)
              StrictJson.parse(loader.substring(loader.indexOf('{'), loader.indexOf("};") + 1));

      assertThat(config.string("runtime")).contains(sandbox.runtime().toString());
      assertThat(config.string("dataHome")).contains(home + files.getSeparator() + ".jev-prune");
      assertThat(files.getPath(config.string("runtime").orElseThrow())).isDirectory();
    }
  }

  @ParameterizedTest
  @EnumSource
  void findsItsFilesAgainWhenTheHomeIsSpelledInAnotherCase(OtherSystem system) throws IOException {
    try (FileSystem files = system.open()) {
      Path home = homeOn(files, system);
      Map<String, String> before = tree(home);
      assertDone(new Sandbox(home).run("--apply", "--all"));
      Sandbox shouting =
          new Sandbox(files.getPath(system.home.replace("Users", "USERS").replace("Ada", "ada")));

      assertThat(shouting.run("--plan", "--all", "--json").out())
          .doesNotContain("\"create\"", "\"refused\":true");
      assertDone(shouting.uninstall());
      assertThat(tree(home)).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusesAForeignFileWhoseNameDiffersInCaseOnly(OtherSystem system) throws IOException {
    try (FileSystem files = system.open()) {
      Path home = homeOn(files, system);
      Path foreign =
          Sandbox.write(
              home.resolve(".agents").resolve("skills").resolve("Jev-Prune").resolve("skill.md"),
              "mine\r\n");
      Map<String, String> before = tree(home);
      Run run = new Sandbox(home).run("--apply", "--target", "codex");

      assertThat(run.code()).isEqualTo(1);
      assertThat(run.all()).contains("a file that we did not write is there");
      assertThat(tree(home)).isEqualTo(before);
      assertThat(foreign).hasContent("mine\r\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void copesWithLongPaths(OtherSystem system) throws IOException {
    try (FileSystem files = system.open()) {
      Path deep = files.getPath(system.home);
      for (int i = 0; i < 12; i++) {
        deep = deep.resolve("a folder with a long name 0123456789 " + i);
      }
      Path home = Files.createDirectories(deep);
      assertThat(home.toString()).hasSizeGreaterThan(400);
      Map<String, String> before = tree(home);
      Sandbox sandbox = new Sandbox(home);

      assertDone(sandbox.run("--apply", "--all"));
      assertDone(sandbox.uninstall());
      assertThat(tree(home)).isEqualTo(before);
    }
  }

  @Test
  void takesADataHomeOnAnotherDrive() throws IOException {
    try (FileSystem files = OtherSystem.WINDOWS.open()) {
      Path home = homeOn(files, OtherSystem.WINDOWS);
      Path data = files.getPath("D:\\jev & prune");
      Map<String, String> before = tree(home);
      Sandbox sandbox = new Sandbox(home);

      assertDone(sandbox.run("--apply", "--all", "--data-home", data.toString()));
      assertThat(data.resolve("install.json")).exists();
      assertDone(sandbox.run("--uninstall", "--apply", "--data-home", data.toString()));
      assertThat(tree(home)).isEqualTo(before);
      assertThat(data).doesNotExist();
    }
  }

  @Test
  void takesTheHomeThatWindowsProgramsTake() throws IOException {
    try (FileSystem files = OtherSystem.WINDOWS.open()) {
      Path home = homeOn(files, OtherSystem.WINDOWS);
      Sandbox sandbox = new Sandbox(home);
      // A Unix shell on Windows sets HOME in its own way; programs of Node do not look at it.
      sandbox.env.put("HOME", "D:\\msys\\home\\ada");
      sandbox.env.put("USERPROFILE", home.toString());
      sandbox.env.put("PI_CODING_AGENT_DIR", "~\\.pi\\agent");

      Run plan = sandbox.run("--plan", "--target", "pi", "--json");
      assertThat(plan.out()).contains(quoted(sandbox.loader())).doesNotContain("msys", "~");
    }
  }

  @Test
  void findsProgramsByTheirWindowsNames() throws IOException {
    try (FileSystem files = OtherSystem.WINDOWS.open()) {
      Path home = Files.createDirectories(files.getPath(OtherSystem.WINDOWS.home));
      Path bin = Files.createDirectories(files.getPath("C:\\npm"));
      Sandbox.write(bin.resolve("codex.cmd"), "@echo off\r\n");
      Sandbox sandbox = new Sandbox(home);
      sandbox.env.put("PATH", "C:\\Windows;" + bin);
      sandbox.env.put("PATHEXT", ".COM;.EXE;.BAT;.CMD");

      assertThat(sandbox.run("--plan", "--json").out()).contains("\"name\":\"codex\"");
    }
  }

  private static String quoted(Path path) {
    return path.toString().replace("\\", "\\\\");
  }

  private static void assertDone(Run run) {
    assertThat(run.code()).as(run.all()).isZero();
  }

  /** The rules that the two systems share with each other and not with Linux. */
  @ParameterizedTest
  @EnumSource
  void theSystemsHereIgnoreCase(OtherSystem system) throws IOException {
    try (FileSystem files = system.open()) {
      Path home = homeOn(files, system);
      assertThat(List.of(home.resolve(".PI"), home.resolve(".Claude"))).allMatch(Files::exists);
    }
  }
}
