package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The built distribution: what is in it, and that it installs, runs and removes itself as
 * processes.
 */
class DistributionIT {
  private static final Path DIST =
      Path.of(System.getProperty("project.root", ".."), "installer", "target", "dist");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final int WORKER_SECONDS = 60;

  @TempDir Path temp;

  @Test
  void keepsTheScriptEngineOffTheClassPathOfTheWorker() throws IOException {
    assertThat(names(DIST.resolve("lib")))
        .noneMatch(name -> name.matches(".*(graal|truffle|polyglot|js-|icu4j|regex).*"))
        .anyMatch(name -> name.startsWith("jev-prune-core-"))
        .anyMatch(name -> name.startsWith("jev-prune-bus-"))
        .anyMatch(name -> name.startsWith("jev-prune-adapters-"))
        .anyMatch(name -> name.startsWith("jev-prune-installer-"))
        .anyMatch(name -> name.startsWith("picocli-"))
        .allMatch(name -> name.endsWith(".jar"));
    assertThat(names(DIST.resolve("lib-embedded")))
        .anyMatch(name -> name.startsWith("js-language-"))
        .anyMatch(name -> name.startsWith("truffle-api-"))
        .noneMatch(name -> name.startsWith("jev-prune"));
  }

  @Test
  void isStampedWithItsVersion() {
    assertThat(DIST.resolve(".complete")).content().isEqualToIgnoringNewLines(Version.current());
  }

  @Test
  void runsTheDemoWithTheScriptEngine() throws Exception {
    String classes = DIST + "/lib/*" + File.pathSeparator + DIST + "/lib-embedded/*";
    List<String> command = new ArrayList<>(List.of(JAVA));
    if (Runtime.version().feature() >= 24) { // as the launcher does; without them Java warns
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-cp", classes, Main.class.getName(), "demo"));
    String out = run(temp, 0, command.toArray(String[]::new));
    assertThat(out).contains("Jev prune").doesNotContain("\u001b[");
    assertThat(temp.resolve("err")).isEmptyFile();
  }

  @Test
  @Tag("B61")
  @Tag("B63")
  @Tag("B74")
  void installsRunsItsWorkerAndRemovesItselfInAHomeWithAnyName() throws Exception {
    Path home = Files.createDirectories(temp.resolve("Zoë O'Brien 家 50% &"));
    Map<String, String> before = Sandbox.tree(temp);
    run(
        home,
        0,
        JAVA,
        "-cp",
        DIST + "/lib/*",
        InstallMain.class.getName(),
        "--apply",
        "--target",
        "pi");

    JsonObject config = config(home);
    assertThat(config.string("java")).contains(JAVA);
    Path runtime = Path.of(config.string("runtime").orElseThrow());
    assertThat(names(runtime.resolve("lib"))).isEqualTo(names(DIST.resolve("lib")));
    String program = runtime.resolve("bin/jevprune").toString();
    assertThat(run(home, 0, program, "--version")).startsWith("Jev Prune ");

    String stage = runtime.resolve("bin/jevprune-stage").toString();
    String asked =
        "\"$0\" --data-home \"$HOME/.jev-prune\" --profile "
            + config.string("profile").orElseThrow()
            + " --host pi </dev/null";
    assertThat(run(home, 0, "sh", "-c", asked, stage)).startsWith("{\"ok\":false,").hasLineCount(1);
    assertThat(temp.resolve("err")).isEmptyFile();

    String engine = DIST + "/lib/*" + File.pathSeparator + DIST + "/lib-embedded/*";
    assertThat(
            run(
                home,
                0,
                JAVA,
                "-cp",
                engine,
                InstallMain.class.getName(),
                "--doctor",
                "--self-test"))
        .contains("found, approved and left out a repeated read")
        .contains("never loaded");
    assertThat(run(home, 0, program, "doctor", "--self-test")).contains("run it from a checkout");

    run(home, 1, program, "demo");
    assertThat(temp.resolve("err")).content().contains("in a checkout");

    String dataHome = home.resolve(".jev-prune").toString();
    Process worker =
        start(
            home,
            JAVA,
            "-XX:+UseSerialGC",
            "-cp",
            runtime + "/lib/*",
            "dev.jevprune.adapters.worker.WorkerMain",
            "--data-home",
            dataHome);
    try {
      awaitWorker(worker, Path.of(dataHome, "worker.json"));
      JsonObject status =
          (JsonObject)
              StrictJson.parse(run(home, 0, program, "worker", "status", "--json").strip());
      assertThat(status.bool("running")).contains(true);
      assertThat(status.integer("pid")).hasValue((int) worker.pid());

      String installer = runtime.resolve("bin/jevprune-install").toString();
      run(home, 0, installer, "--uninstall", "--apply", "--purge");
      assertThat(worker.waitFor(WORKER_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      worker.destroyForcibly();
    }
    Files.deleteIfExists(temp.resolve("err"));
    Files.deleteIfExists(temp.resolve("worker"));
    assertThat(Sandbox.tree(temp)).isEqualTo(before);
  }

  private static JsonObject config(Path home) throws Exception {
    String text = Files.readString(home.resolve(".pi/agent/extensions/jev-prune.js"));
    int start = text.indexOf('{', text.indexOf("CONFIG ="));
    return (JsonObject) StrictJson.parse(text.substring(start, text.indexOf(";\n", start)));
  }

  /**
   * The record is written by a rename once the worker listens, so its being there is the signal.
   */
  private static void awaitWorker(Process worker, Path record) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WORKER_SECONDS);
    while (!Files.exists(record)) {
      assertThat(worker.isAlive()).as("the worker runs").isTrue();
      assertThat(System.nanoTime()).as("the worker listens in time").isLessThan(end);
      worker.waitFor(20, TimeUnit.MILLISECONDS);
    }
  }

  private String run(Path home, int code, String... command) throws Exception {
    Process process = start(home, command);
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor())
        .as("%s%n%s%s", List.of(command), out, Files.readString(temp.resolve("err")))
        .isEqualTo(code);
    return out;
  }

  private Process start(Path home, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
    Map<String, String> env = builder.environment();
    env.clear();
    env.put("HOME", home.toString());
    env.put("PATH", "/usr/bin:/bin");
    env.put("LC_ALL", "C.UTF-8");
    boolean worker = List.of(command).contains("--data-home");
    builder.redirectError(temp.resolve(worker ? "worker" : "err").toFile());
    return builder.start();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
