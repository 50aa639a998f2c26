package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Refusals by the system, as a user without rights: root sees none. */
@Tag("B45")
class UnprivilegedTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String NOBODY = "65534";
  private static final List<String> NEEDED =
      List.of("picocli", "jackson", "codec", "jtokkit", "snakeyaml", "jspecify", "assertj");

  @TempDir Path temp;
  private Path home;

  @BeforeEach
  void home() throws Exception {
    boolean can =
        "root".equals(System.getProperty("user.name"))
            && Stream.of("/usr/bin/setpriv", "/bin/setpriv")
                .anyMatch(p -> new File(p).canExecute());
    if (!can && "true".equals(System.getenv("CI"))) {
      throw new AssertionError("Here the cases of permission must run: as root, with setpriv.");
    }
    assumeTrue(can, "needs root and setpriv to become a user without rights");
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
    home = Files.createDirectories(temp.resolve("home"));
    copyClassPath();
  }

  /** What the other user may read; the build's own folders are often closed to it. */
  private void copyClassPath() throws Exception {
    Path target = Files.createDirectories(temp.resolve("classes"));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      String name = String.valueOf(path.getFileName());
      if (Files.isDirectory(path)) {
        copyTree(path, target);
      } else if (NEEDED.stream().anyMatch(name::contains) || name.startsWith("jev-prune")) {
        Files.copy(path, temp.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    run("chmod", "-R", "a+rX", temp.toString());
  }

  private static void copyTree(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Path place = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(place);
        } else {
          Files.copy(path, place, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  @Test
  void reportsAReadOnlyFolderInThePlanAndWritesNothing() throws Exception {
    Path extensions = Files.createDirectories(home.resolve(".pi/agent/extensions"));
    give(home);
    run("chmod", "0555", extensions.toString());
    Map<String, String> before = Sandbox.tree(home);
    Answer plan = asNobody("--plan", "--target", "pi");
    assertThat(plan.text()).contains("no permission to write in " + extensions);
    assertThat(plan.code()).isEqualTo(1);
    assertThat(asNobody("--apply", "--target", "pi").code()).isEqualTo(1);
    assertThat(Sandbox.tree(home)).isEqualTo(before);
  }

  @Test
  void reportsALinkIntoAReadOnlyStoreAlsoWhenLinksAreFollowed() throws Exception {
    Path store = Files.createDirectories(temp.resolve("store"));
    Files.writeString(store.resolve("other.js"), "// of the store");
    Files.createDirectories(home.resolve(".pi/agent"));
    Files.createSymbolicLink(home.resolve(".pi/agent/extensions"), store);
    give(home);
    give(store);
    run("chmod", "0444", store.resolve("other.js").toString());
    run("chmod", "0555", store.toString());
    Map<String, String> before = Sandbox.tree(temp.resolve("home"));
    assertThat(asNobody("--apply", "--target", "pi").text()).contains("is a link to " + store);
    Answer followed = asNobody("--apply", "--target", "pi", "--follow-links");
    assertThat(followed.code()).isEqualTo(1);
    assertThat(followed.text()).contains("no permission to write in " + store);
    assertThat(Sandbox.tree(temp.resolve("home"))).isEqualTo(before);
  }

  @Test
  @Tag("B65")
  void aRemovalKeepsWhatItMayNotTakeAndNamesIt() throws Exception {
    give(home);
    assertThat(asNobody("--apply", "--target", "pi").code()).isZero();
    Path extensions = home.resolve(".pi/agent/extensions");
    run("chmod", "0555", extensions.toString());
    Answer removal = asNobody("--uninstall", "--apply");
    assertThat(removal.code()).isZero();
    assertThat(removal.text()).contains("kept").contains("no permission to change " + extensions);
    assertThat(extensions.resolve("jev-prune.js")).exists();
    run("chmod", "0755", extensions.toString());
    assertThat(asNobody("--uninstall", "--apply").code()).isZero();
    assertThat(Sandbox.tree(home)).hasSize(1);
  }

  @Test
  void namesADataHomeThatCannotBeMade() throws Exception {
    give(home);
    run("chmod", "0555", home.toString());
    Answer answer = asNobody("--apply", "--target", "pi");
    assertThat(answer.code()).isEqualTo(1);
    assertThat(answer.text()).contains("no permission to write in " + home);
  }

  private record Answer(int code, String text) {}

  private Answer asNobody(String... words) throws Exception {
    String jars;
    try (Stream<Path> files = Files.list(temp)) {
      jars =
          files
              .map(Path::toString)
              .filter(name -> name.endsWith(".jar"))
              .collect(Collectors.joining(File.pathSeparator));
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid",
                NOBODY,
                "--regid",
                NOBODY,
                "--clear-groups",
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-cp",
                temp.resolve("classes") + File.pathSeparator + jars,
                ChildInstaller.class.getName(),
                home.toString(),
                "run"));
    command.addAll(List.of(words));
    return start(command);
  }

  private static void give(Path path) throws Exception {
    run("chown", "-R", "-h", NOBODY + ":" + NOBODY, path.toString());
  }

  private static void run(String... command) throws Exception {
    Answer answer = start(List.of(command));
    assertThat(answer.code()).as(answer.text()).isZero();
  }

  private static Answer start(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Answer(process.exitValue(), text);
  }
}
