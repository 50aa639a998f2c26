package dev.jevprune.adapters.hermes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python shim with the machine's Python, and reports their counts. */
class PythonShimTest {
  private static final Pattern SUMMARY = Pattern.compile("Ran (\\d+) tests in [^\\n]*\\n+OK");

  private @TempDir Path temp;

  @Test
  @Tag("B12")
  @Tag("B43")
  void theShimKeepsItsPromisesInThePythonInterpreter() throws Exception {
    Python.Ran tests =
        new Python(temp).start("-m", "unittest", "discover", "-v", "-p", "test_*.py");
    Matcher summary = SUMMARY.matcher(tests.text());
    assertThat(summary.find()).as(tests.text()).isTrue();
    assertThat(tests.exit()).isZero();
    assertThat(Integer.parseInt(summary.group(1))).isGreaterThan(60);
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
        .contains("test_the_read_guard_is_opened_once_because_no_copy_stays");
  }
}
