package dev.jevprune.adapters.hermes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * The machine's Python in the folder of the shim's tests. Without one of 3.11 or later a test is
 * skipped; in CI that is a failure.
 *
 * @param temp where outputs are kept while a test runs
 */
record Python(Path temp) {

  /** What a process said, both outputs together, and how it ended. */
  record Ran(int exit, String text) {}

  /** The output of one script of that folder. */
  String run(String script, String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(script));
    words.addAll(List.of(arguments));
    Ran ran = start(words.toArray(String[]::new));
    assertThat(ran.exit()).as(ran.text()).isZero();
    return ran.text();
  }

  /** Runs the interpreter with these arguments. */
  Ran start(String... arguments) throws IOException, InterruptedException {
    Ran version = process("-c", "import sys; assert sys.version_info >= (3, 11)");
    boolean met = version.exit() == 0;
    String reason = "needs python3 of version 3.11 or later: " + version.text();
    if (!met && "true".equals(System.getenv("CI"))) {
      Assertions.fail("in CI nothing may be skipped: " + reason);
    }
    Assumptions.assumeTrue(met, reason);
    return process(arguments);
  }

  private Ran process(String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("python3", "-W", "ignore"));
    words.addAll(List.of(arguments));
    Path out = temp.resolve("out.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(words)
              .directory(
                  Path.of(System.getProperty("project.root"), "adapters/src/test/python").toFile())
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
    } catch (IOException e) {
      return new Ran(127, String.valueOf(e.getMessage()));
    }
    process.getOutputStream().close();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      return new Ran(-1, "ended after five minutes: " + Files.readString(out));
    }
    return new Ran(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
  }
}
