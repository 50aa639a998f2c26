package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the real launchers with a real sh, in a copy of the checkout, with a Java and a Maven that
 * only tell.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launchers are sh scripts")
class LauncherTest {
  private static final List<String> TOOLS =
      List.of(
          "sh", "cat", "dirname", "find", "ls", "mkdir", "mv", "rm", "sed", "sleep", "tail",
          "touch");

  @TempDir Path temp;
  private Path root;
  private Path bin;
  private Path stamp;
  private final Map<String, String> env = new TreeMap<>();

  @BeforeEach
  void checkout() throws IOException {
    root = Files.createDirectories(temp.resolve("Zoë O'Brien's & 50% checkout"));
    Path real = Path.of(System.getProperty("project.root", ".."));
    for (String file : List.of("jevprune", "jevprune-install", "installer/launcher/launch.sh")) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(
          real.resolve(file), root.resolve(file), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    }
    Sandbox.write(root.resolve("pom.xml"), "<project/>");
    Sandbox.write(root.resolve("core/src/main/java/A.java"), "class A {}");
    stamp = root.resolve("installer/target/dist/.complete");
    bin = Files.createDirectories(temp.resolve("bin"));
    for (String tool : TOOLS) {
      script(bin.resolve(tool), "exec " + find(tool) + " \"$@\"");
    }
    env.put("PATH", bin.toString());
    env.put("LC_ALL", "C.UTF-8");
  }

  @Test
  @Tag("B74")
  void saysThatJavaIsMissingAndHowToInstallIt() throws Exception {
    Answer answer = launch("jevprune", "help");
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).contains("Java 17 or newer").contains("apt install openjdk-17-jdk");
  }

  @Test
  void saysThatJavaIsTooOld() throws Exception {
    java(bin.resolve("java"), "1.8.0_392");
    Answer answer = launch("jevprune-install");
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err())
        .startsWith("jevprune-install: ")
        .contains("Java 8")
        .contains("openjdk-17");
  }

  @Test
  void saysThatMavenIsMissingOnlyWhenThereIsSomethingToBuild() throws Exception {
    jdk("jdk", "17.0.1");
    Answer answer = launch("jevprune", "help");
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err()).contains("Maven 3.8").contains("apt install maven");
    built();
    assertThat(launch("jevprune", "help").code()).isZero();
  }

  @Test
  void saysThatMavenIsTooOld() throws Exception {
    jdk("jdk", "17.0.1");
    maven("3.6.3", "exit 0");
    Answer answer = launch("jevprune");
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err()).contains("3.6.3").contains("Maven 3.8");
  }

  @Test
  void saysThatARunTimeIsNotEnoughToBuild() throws Exception {
    jdk("jre", "17.0.1");
    Files.delete(temp.resolve("jre/bin/javac"));
    maven("3.9.9", "exit 0");
    Answer answer = launch("jevprune");
    assertThat(answer.code()).isEqualTo(2);
    assertThat(answer.err()).contains("JDK").contains("openjdk-17-jdk");
  }

  @Test
  void takesJavaFromJavaHomeFirst() throws Exception {
    java(bin.resolve("java"), "1.8.0_392");
    jdk("jdk of mine", "25");
    built();
    Answer answer = launch("jevprune");
    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).contains("java: " + temp.resolve("jdk of mine/bin/java"));
  }

  @Test
  void takesJavaFromThePathWhenJavaHomeIsNoJava() throws Exception {
    java(bin.resolve("java"), "17.0.1");
    env.put("JAVA_HOME", temp.resolve("gone").toString());
    built();
    assertThat(launch("jevprune").out()).contains("java: " + bin.resolve("java"));
  }

  @Test
  @Tag("B61")
  void handsEveryWordOnAsItIs() throws Exception {
    jdk("jdk", "17.0.1");
    built();
    List<String> words = List.of("a b", "", "O'Brien", "$HOME", "*", "--x=家", "\"q\"");
    Answer answer = launch("jevprune", words.toArray(String[]::new));
    assertThat(answer.err()).isEmpty();
    List<String> lines = answer.out().lines().toList();
    assertThat(lines.subList(lines.size() - words.size(), lines.size()))
        .containsExactlyElementsOf(words.stream().map(word -> "word: " + word).toList());
    assertThat(lines).contains("word: " + root + "/installer/target/dist/lib/*");
    assertThat(answer.out()).doesNotContain("lib-embedded");
  }

  @Test
  void addsTheScriptEngineForTheDemoOnly() throws Exception {
    jdk("jdk", "17.0.1");
    built();
    assertThat(launch("jevprune", "demo").out()).contains("/lib-embedded/*");
  }

  @Test
  void runsThroughLinksFromAnotherFolder() throws Exception {
    jdk("jdk", "17.0.1");
    built();
    Path away = Files.createDirectories(temp.resolve("away"));
    Path first = Files.createSymbolicLink(away.resolve("first"), root.resolve("jevprune"));
    Path second = Files.createSymbolicLink(temp.resolve("second"), Path.of("away/first"));
    for (Path link : List.of(first, second)) {
      Answer answer = run(away, List.of(link.toString(), "help"));
      assertThat(answer.code()).as(answer.err()).isZero();
      assertThat(answer.out()).contains(root + "/installer/target/dist/lib/*");
    }
  }

  @Test
  void buildsWhenASourceIsNewerAndSaysOneLine() throws Exception {
    jdk("jdk", "17.0.1");
    maven("3.8.7", "mkdir -p installer/target/dist && : > installer/target/dist/.complete");
    built();
    assertThat(launch("jevprune").err()).isEmpty();
    Files.setLastModifiedTime(
        root.resolve("core/src/main/java/A.java"), FileTime.from(Instant.now()));
    Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().minusSeconds(60)));
    Answer answer = launch("jevprune");
    assertThat(answer.code()).isZero();
    assertThat(answer.err().lines())
        .singleElement()
        .asString()
        .contains("building")
        .contains("log: ");
  }

  @Test
  void showsTheEndOfTheLogWhenTheBuildFails() throws Exception {
    jdk("jdk", "17.0.1");
    maven("3.8.7", "echo 'line of the compiler'; exit 1");
    Answer answer = launch("jevprune");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.out()).isEmpty();
    assertThat(answer.err()).contains("line of the compiler").contains("jevprune-build.log");
    assertThat(root.resolve("target/jevprune-build.lock")).doesNotExist();
  }

  @Test
  @Tag("B52")
  void buildsOnceWhenManyStartAtOnce() throws Exception {
    jdk("jdk", "17.0.1");
    maven(
        "3.8.7",
        "mkdir one-at-a-time || exit 1; echo built >> builds;"
            + " mkdir -p installer/target/dist && : > installer/target/dist/.complete; rm -r one-at-a-time");
    List<Process> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      runs.add(start(root, List.of(root.resolve("jevprune").toString())));
    }
    for (Process run : runs) {
      assertThat(answer(run).code()).isZero();
    }
    assertThat(root.resolve("builds")).hasContent("built");
  }

  @Test
  @Tag("B52")
  void takesTheLockOfAProcessThatIsGone() throws Exception {
    jdk("jdk", "17.0.1");
    maven("3.8.7", "mkdir -p installer/target/dist && : > installer/target/dist/.complete");
    Process gone = start(root, List.of("/bin/sh", "-c", "exit 0"));
    gone.waitFor();
    Sandbox.write(root.resolve("target/jevprune-build.lock/pid"), gone.pid() + "\n");
    Answer answer = launch("jevprune");
    assertThat(answer.code()).isZero();
    assertThat(answer.err()).doesNotContain("waiting");
  }

  private void built() throws IOException {
    Sandbox.write(stamp, "");
    Files.setLastModifiedTime(stamp, FileTime.from(Instant.now().plusSeconds(60)));
  }

  /** A JDK at which JAVA_HOME points. */
  private void jdk(String name, String version) throws IOException {
    Path home = temp.resolve(name);
    java(home.resolve("bin/java"), version);
    java(home.resolve("bin/javac"), version);
    env.put("JAVA_HOME", home.toString());
  }

  private static void java(Path file, String version) throws IOException {
    script(
        file,
        "if [ \"${1:-}\" = -version ]; then echo 'openjdk version \""
            + version
            + "\" 2025-01-01' >&2; exit 0; fi",
        "printf 'java: %s\\n' \"$0\"",
        "for word in \"$@\"; do printf 'word: %s\\n' \"$word\"; done");
  }

  private void maven(String version, String build) throws IOException {
    script(
        bin.resolve("mvn"),
        "for word in \"$@\"; do [ \"$word\" = -v ] && { echo 'Apache Maven "
            + version
            + " (abc)'; exit 0; }; done",
        build);
  }

  private static void script(Path file, String... lines) throws IOException {
    Sandbox.write(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path find(String tool) {
    for (String folder : List.of("/bin", "/usr/bin")) {
      if (Files.exists(Path.of(folder, tool))) {
        return Path.of(folder, tool);
      }
    }
    throw new AssertionError("this system has no " + tool);
  }

  private Answer launch(String program, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(root.resolve(program).toString()));
    command.addAll(List.of(words));
    return run(temp, command);
  }

  private Answer run(Path folder, List<String> command) throws Exception {
    return answer(start(folder, command));
  }

  private Process start(Path folder, List<String> command) throws IOException {
    Path answers = Files.createTempDirectory(temp, "answer");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(answers.resolve("err").toFile());
    builder.environment().clear();
    builder.environment().putAll(env);
    builder.environment().put("ANSWERS", answers.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    errors.put(process, answers.resolve("err"));
    return process;
  }

  private final Map<Process, Path> errors = new java.util.HashMap<>();

  private Answer answer(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    Path err = errors.get(process);
    return new Answer(code, out, err == null ? "" : Files.readString(err));
  }

  private record Answer(int code, String out, String err) {}
}
