package dev.jevprune.installer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The skill's sources against the strictest of all hosts' rules. */
class SkillSourceTest {
  private static final Path SKILLS =
      Path.of(System.getProperty("project.root", "..")).resolve("skills");
  private static final Path FOLDER = SKILLS.resolve("jev-prune");
  private static final Pattern FRONT =
      Pattern.compile("\\A---\n(.*?)\n---\n\n(.*)\\z", Pattern.DOTALL);
  private static final Pattern COMMAND = Pattern.compile("(?m)^    @JEVPRUNE@ (.+)$");

  private static final Pattern BUILT_INS = Pattern.compile("([a-z]+) \\S+ \\| [^|]+ \\| (.+)");
  private static final Pattern WORD = Pattern.compile("\\S+");

  /** The fields of the specification, and one that four hosts know and the others pass over. */
  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "description",
          "license",
          "compatibility",
          "metadata",
          "disable-model-invocation");

  private static Matcher parts() throws IOException {
    Matcher parts = FRONT.matcher(Files.readString(FOLDER.resolve("SKILL.md")));
    assertThat(parts.matches()).as("front matter, an empty line, a body").isTrue();
    return parts;
  }

  private static Map<String, Object> yaml(String text) {
    LoaderOptions strict = new LoaderOptions();
    strict.setAllowDuplicateKeys(false);
    strict.setMaxAliasesForCollections(0);
    Map<String, Object> fields = new TreeMap<>();
    Map<?, ?> loaded = new Yaml(new SafeConstructor(strict)).load(text);
    loaded.forEach((name, value) -> fields.put((String) name, value));
    return fields;
  }

  @Test
  void holdsNothingButItsTwoFiles() throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      assertThat(files.filter(Files::isRegularFile).map(f -> FOLDER.relativize(f).toString()))
          .containsExactlyInAnyOrder("SKILL.md", "agents/openai.yaml");
    }
  }

  @Test
  void keepsEveryHostsLimits() throws IOException {
    Map<String, Object> front = yaml(parts().group(1));

    assertThat(front.keySet()).isSubsetOf(FIELDS);
    assertThat(front.get("name")).isEqualTo(String.valueOf(FOLDER.getFileName()));
    assertThat((String) front.get("name"))
        .matches("[a-z0-9]+(-[a-z0-9]+)*")
        .hasSizeLessThanOrEqualTo(64);
    assertThat((String) front.get("description")).isNotBlank().hasSizeLessThanOrEqualTo(1024);
    assertThat((String) front.get("description")).contains("only when the user asks");
    assertThat((String) front.get("compatibility")).isNotBlank().hasSizeLessThanOrEqualTo(500);
    assertThat(front.get("disable-model-invocation")).isEqualTo(true);
    assertThat((Map<?, ?>) front.get("metadata"))
        .allSatisfy(
            (name, value) -> {
              assertThat(name).isInstanceOf(String.class);
              assertThat(value).isInstanceOf(String.class);
            });
    assertThat(parts().group(2).lines().count()).isLessThan(500);
  }

  @Test
  void canBeReadByASimpleParserToo() throws IOException {
    // Copilot refuses an unquoted colon; others read line by line.
    for (String line : parts().group(1).lines().toList()) {
      String value = line.substring(line.indexOf(':') + 1).strip();
      boolean quoted = value.matches("\"[^\"\\\\]*\"");
      assertThat(quoted || !value.matches(".*[:#\"'\\[\\]{}>|*&!%@`,].*")).as(line).isTrue();
    }
    assertThat(parts().group(1)).containsPattern("(?m)^description: \"");
  }

  @Test
  @Tag("B62")
  void isPlainTextWithLineFeeds() throws IOException {
    for (String name : List.of("SKILL.md", "agents/openai.yaml")) {
      byte[] bytes = Files.readAllBytes(FOLDER.resolve(name));
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();

      assertThat(text).as(name).isEqualTo(new String(bytes, UTF_8)).endsWith("\n");
      assertThat(text).as(name).matches("[\\n\\x20-\\x7E]*"); // no BOM, no tab, no carriage return
    }
  }

  @Test
  void isForTheUserToCallInCodexToo() throws IOException {
    Map<String, Object> policy = yaml(Files.readString(FOLDER.resolve("agents/openai.yaml")));

    assertThat(policy.keySet()).isEqualTo(Set.of("interface", "policy"));
    assertThat(policy.get("policy")).isEqualTo(Map.of("allow_implicit_invocation", false));
    assertThat((Map<?, ?>) policy.get("interface"))
        .hasSize(2)
        .allSatisfy((name, value) -> assertThat((String) value).isNotBlank());
  }

  @Test
  @Tag("B72")
  void takesNoNameThatAHostUsesItself() throws IOException {
    List<String> hosts = new ArrayList<>();
    for (String line : Files.readAllLines(SKILLS.resolve("built-ins.txt"))) {
      if (line.startsWith("#")) {
        continue;
      }
      Matcher cells = BUILT_INS.matcher(line);
      assertThat(cells.matches()).as(line).isTrue();
      hosts.add(cells.group(1));
      List<String> names = WORD.matcher(cells.group(2)).results().map(MatchResult::group).toList();

      assertThat(names).as(line).hasSizeGreaterThan(20).contains("model");
      assertThat(names).as(line).doesNotContain("jev-prune", "jev_prune", "prune");
    }
    assertThat(hosts).containsExactly("claude", "gemini", "copilot", "openclaw", "pi", "opencode");
  }

  @Test
  void namesEveryHostAndNoPlaceOfAMachine() throws IOException {
    String body = parts().group(2);

    for (Namespace host : Namespace.values()) {
      if (host != Namespace.AGENTS) {
        assertThat(body).contains(host.title());
      }
    }
    assertThat(body)
        .doesNotContain("http", "/home/", "/Users/", "/root/", "C:\\")
        .contains("/prune");
  }

  @Test
  void givesOnlyCommandsThatTheProgramTakes() throws IOException {
    List<String> commands =
        COMMAND.matcher(parts().group(2)).results().map(m -> m.group(1)).toList();

    assertThat(commands).hasSizeGreaterThanOrEqualTo(4);
    for (String command : commands) {
      List<String> words = WORD.matcher(command).results().map(MatchResult::group).toList();
      assertThat(words).noneMatch(word -> word.startsWith("["));
      Spoken spoken = Spoken.by(words);
      // A file that is not there is refused; a wrong word would be wrong use.
      assertThat(spoken.exit()).as(command + "\n" + spoken.err()).isEqualTo(1);
    }
    assertThat(Spoken.by(List.of("inspect", "--from", "nonsense", "FILE")).exit()).isEqualTo(2);
  }

  @Test
  @Tag("B61")
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the program is an sh script")
  void callsTheInstalledProgramWhateverTheHomeIsCalled(@TempDir Path temp) throws Exception {
    Path runtime = temp.resolve("Zoë O'Neil's 50% & \"co\" $HOME 設定");
    Path program =
        Sandbox.write(runtime.resolve("bin/jevprune"), "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    Payload payload =
        new Payload("0.1.0", List.of(), Map.of(), SkillReader.read(getClass().getClassLoader()));
    Map<String, String> rendered = new TreeMap<>();
    for (PayloadFile file : payload.skillFiles(runtime)) {
      rendered.put(file.path(), new String(file.content().bytes(), UTF_8));
    }
    assertThat(rendered).containsOnlyKeys("SKILL.md", "agents/openai.yaml");
    assertThat(rendered.get("SKILL.md")).doesNotContain("@JEVPRUNE@");

    Matcher command =
        Pattern.compile("(?m)^    (.*/bin/jevprune' inspect .+)$")
            .matcher(rendered.get("SKILL.md"));
    assertThat(command.find()).isTrue();
    Process shell =
        new ProcessBuilder("sh", "-c", command.group(1)).redirectErrorStream(true).start();
    shell.getOutputStream().close();
    String said = new String(shell.getInputStream().readAllBytes(), UTF_8);
    assertThat(shell.waitFor()).as(said).isZero();
    assertThat(said).isEqualTo("<inspect><--from><claude-code><FILE.jsonl>");
  }

  /** What the program said. */
  private record Spoken(int exit, String err) {
    static Spoken by(List<String> words) {
      java.io.ByteArrayOutputStream err = new java.io.ByteArrayOutputStream();
      int exit =
          Main.run(
              new java.io.PrintStream(java.io.OutputStream.nullOutputStream(), true, UTF_8),
              new java.io.PrintStream(err, true, UTF_8),
              Map.of("HOME", "/nowhere"),
              words);
      return new Spoken(exit, err.toString(UTF_8));
    }
  }
}
