package dev.jevprune.adapters.hermes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the tests of the Python shim with the machine's Python, and reports their counts. Without a
 * Python of 3.11 or later it is skipped; in CI that is a failure.
 */
class PythonShimTest {
  private static final Pattern SUMMARY = Pattern.compile("Ran (\\d+) tests in [^\\n]*\\n+OK");

  private @TempDir Path temp;

  @Test
  @Tag("B12")
  @Tag("B43")
  void theShimKeepsItsPromisesInThePythonInterpreter() throws Exception {
    Ran version = run(List.of("python3", "-c", "import sys; assert sys.version_info >= (3, 11)"));
    require(version.exit() == 0, "needs python3 of version 3.11 or later: " + version.text());
    Ran tests =
        run(
            List.of(
                "python3", "-W", "ignore", "-m", "unittest", "discover", "-v", "-p", "test_*.py"));
    Matcher summary = SUMMARY.matcher(tests.text());
    assertThat(summary.find()).as(tests.text()).isTrue();
    assertThat(tests.exit()).isZero();
    assertThat(Integer.parseInt(summary.group(1))).isGreaterThan(50);
    System.out.println("Python shim: " + summary.group().replaceAll("\\s+", " "));
    tests
        .text()
        .lines()
        .filter(line -> line.contains("fault matrix:"))
        .forEach(System.out::println);
    // What the rows are proven by must not be renamed away.
    assertThat(tests.text())
        .contains("test_a_fault_after_the_first_of_two_replacements_sends_the_full_original")
        .contains("test_a_stub_pins_the_body_it_refers_to")
        .contains("test_is_opened_once_when_the_last_full_body_goes");
  }

  private record Ran(int exit, String text) {}

  private Ran run(List<String> command) throws IOException, InterruptedException {
    Path out = temp.resolve("out.txt");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder().toFile())
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

  private static Path folder() {
    return Path.of(System.getProperty("project.root"), "adapters/src/test/python");
  }

  private static void require(boolean met, String reason) {
    if (!met && "true".equals(System.getenv("CI"))) {
      Assertions.fail("in CI nothing may be skipped: " + reason);
    }
    Assumptions.assumeTrue(met, reason);
  }
}
