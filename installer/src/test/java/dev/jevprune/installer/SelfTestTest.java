package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.Finding.Level;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The self-test runs the bytes that are installed, and a file that was tampered with shows. */
class SelfTestTest {
  private static final String PASSED =
      "what is installed found, approved and left out a repeated read";

  @TempDir Path temp;
  private Sandbox sandbox;

  @BeforeEach
  void install() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
    sandbox.payload = RealPayload.read();
    sandbox.env.put("PATH", String.valueOf(System.getenv("PATH")));
    assertThat(
            sandbox
                .run("--apply", "--target", "pi", "--target", "opencode", "--target", "hermes")
                .code())
        .isZero();
  }

  private Finding selfTest(String host) throws IOException {
    return selfTest(host, getClass().getClassLoader());
  }

  private Finding selfTest(String host, ClassLoader loader) throws IOException {
    Surroundings surroundings =
        new Surroundings(
            System.out,
            System.err,
            sandbox.env,
            sandbox.home.toString(),
            sandbox.workingFolder,
            "/opt/java",
            false);
    Locations locations = LocationResolver.resolve(surroundings, LocationOptions.NONE);
    List<Manifest.Target> targets =
        ManifestStore.read(locations).orElseThrow().targets().stream()
            .filter(target -> target.host().wireName().equals(host))
            .toList();
    return new SelfTest(surroundings, locations, loader).run(targets).get(0);
  }

  /** Without a Python the test of Hermes is skipped; in CI that is a failure. */
  private void needsPython(String host) throws Exception {
    if (!host.equals("hermes")) {
      return;
    }
    boolean met = false;
    try {
      met =
          new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))")
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException e) {
      // None is here.
    }
    if (!met && "true".equals(System.getenv("CI"))) {
      Assertions.fail("in CI nothing may be skipped: needs python3 of version 3.11 or later");
    }
    Assumptions.assumeTrue(met, "needs python3 of version 3.11 or later");
  }

  @ParameterizedTest
  @CsvSource({"pi", "opencode", "hermes"})
  void whatIsInstalledWorksAndNothingOfTheUserIsTouched(String host) throws Exception {
    needsPython(host);
    Map<String, String> before = Sandbox.treeWithTimes(sandbox.home);
    Finding finding = selfTest(host);
    assertThat(finding.text()).contains(PASSED);
    assertThat(finding.level()).isEqualTo(Level.OK);
    assertThat(Sandbox.treeWithTimes(sandbox.home)).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "pi, pi.mjs",
    "pi, replay.mjs",
    "pi, pi-list.mjs",
    "pi, store.mjs",
    "pi, outline.mjs",
    "opencode, opencode.mjs",
    "opencode, opencode-list.mjs",
    "opencode, session.mjs",
    "hermes, hermes/__init__.py",
    "hermes, hermes/replay.py",
    "hermes, hermes/plugin.py",
    "hermes, hermes/fingerprint.py",
  })
  void findsAShimFileThatWasCutOrIsGone(String host, String file) throws Exception {
    needsPython(host);
    Path shim = sandbox.runtime().resolve("shim").resolve(file);
    byte[] whole = Files.readAllBytes(shim);
    Files.write(shim, java.util.Arrays.copyOf(whole, whole.length / 2));
    assertFound(host, "cut");
    Files.delete(shim);
    assertFound(host, "gone");
    Files.write(shim, whole);
    assertThat(selfTest(host).level()).isEqualTo(Level.OK);
  }

  private void assertFound(String host, String how) throws IOException {
    Finding finding = selfTest(host);
    assertThat(finding.level()).as(how + ": " + finding.text()).isEqualTo(Level.FINDING);
    assertThat(finding.text()).contains("does not work").contains("jevprune-install --apply");
  }

  /** Each of these leaves the file a good program that does something else. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "pi, pi.mjs, '\"context\"', '\"contexts\"'",
    "opencode, opencode-list.mjs, completed, pending",
    "hermes, hermes/fingerprint.py, sha256, sha512",
  })
  void findsAShimFileThatDoesSomethingElse(String host, String file, String from, String to)
      throws Exception {
    needsPython(host);
    Path shim = sandbox.runtime().resolve("shim").resolve(file);
    String text = Files.readString(shim);
    assertThat(text).as("what is tampered with").contains(from);
    Files.writeString(shim, text.replace(from, to));
    assertFound(host, file);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "pi, .pi/agent/extensions/jev-prune.js",
    "opencode, .config/opencode/plugins/jev-prune.js",
    "hermes, .hermes/plugins/jev-prune/__init__.py",
  })
  void findsALoaderThatLoadsNothingOrNamesAnotherPlace(String host, String file) throws Exception {
    needsPython(host);
    Path loader = sandbox.home.resolve(file);
    String whole = Files.readString(loader, StandardCharsets.UTF_8);
    Files.writeString(loader, whole.replace("\"profile\":\"", "\"profile\":\"00"));
    assertThat(selfTest(host).text()).contains("as its profile in place of");
    Files.writeString(loader, whole.replace("/shim", "/shin").replace("\"shim\"", "\"shin\""));
    assertFound(host, "another folder");
    Files.writeString(loader, "// mine\n");
    assertThat(selfTest(host).text()).contains("holds no settings of ours");
    Files.delete(loader);
    assertThat(selfTest(host).text()).contains("is not there");
  }

  @Test
  @Tag("B74")
  void withoutPythonOrEngineItSaysSoAndNothingIsWrong() throws IOException {
    sandbox.env.put("PATH", "");
    Finding hermes = selfTest("hermes");
    assertThat(hermes.level()).isEqualTo(Level.NOTE);
    assertThat(hermes.text()).contains("no python3 is on PATH");
    ClassLoader none = ClassLoader.getPlatformClassLoader();
    for (String host : new String[] {"pi", "opencode"}) {
      assertThat(selfTest(host, none).level()).isEqualTo(Level.NOTE);
      assertThat(selfTest(host, none).text()).contains("run it from a checkout");
    }
  }

  @Test
  void anOldPythonIsToldAndOneThatHangsIsEnded() throws Exception {
    Path bin = Files.createDirectories(temp.resolve("bin"));
    sandbox.env.put("PATH", bin.toString());
    program(bin, "printf '%s\\n' '{\"old\": \"3.9.2\"}'");
    assertThat(selfTest("hermes").level()).isEqualTo(Level.NOTE);
    assertThat(selfTest("hermes").text()).contains("is 3.9.2 and the plugin needs 3.11");
    program(bin, "echo Segmentation fault; exit 139");
    assertThat(selfTest("hermes").text()).contains("Python ended with: Segmentation fault");
    program(bin, "exec /bin/sleep 600");
    Surroundings surroundings =
        Surroundings.plain(System.out, System.err, Map.of("PATH", bin.toString()));
    InstalledLoader loader =
        new InstalledLoader(
            temp.resolve("x"),
            "",
            0,
            0,
            dev.jevprune.core.json.JsonObject.builder().put("profile", "ab".repeat(32)).build());
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () ->
                new HermesSelfTest(surroundings, loader, java.time.Duration.ofMillis(200)).run(""))
        .hasMessageContaining("did not end within");
  }

  private static void program(Path bin, String text) throws IOException {
    Path python = bin.resolve("python3");
    Files.deleteIfExists(python);
    Files.writeString(python, "#!/bin/sh\n" + text + "\n");
    assertThat(python.toFile().setExecutable(true)).isTrue();
  }
}
