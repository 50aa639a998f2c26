package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each fault that users reported of a part that exists has a test that names its row. */
class FieldReportCoverageTest {
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"(B\\d{2})\"\\)");

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "core, B05 B07 B08 B18 B19 B22 B75 B82 B83",
    "projection, B01 B03 B09 B15 B16 B23 B25 B26 B32 B81 B88",
    "adapter-pi, B06 B38 B39 B42 B71 B94",
    "adapter-hermes, B12 B43 B58",
    "adapter-opencode, B10 B17 B29 B30 B34 B35 B40 B41 B93",
    "worker, B74 B77 B78 B80",
    "skill, B62 B68 B72",
    "measure, B27 B33 B84 B85 B86 B89 B90 B91 B92",
    "lifecycle, B14 B20 B21 B69",
    "bus, B51 B73",
    "installer, B36 B44 B45 B46 B47 B49 B50 B52 B53 B54 B55 B56 B57 B59 B60 B61 B63 B64 B65 B66 B67"
        + " B70",
  })
  void hasATestForEachRow(String part, String rows) throws IOException {
    assertThat(tags()).as(part).contains(rows.split(" "));
  }

  private static Set<String> tags() throws IOException {
    Path root = Path.of(System.getProperty("project.root", ".."));
    Set<String> found = new TreeSet<>();
    for (String module : new String[] {"core", "bus", "adapters", "installer"}) {
      try (Stream<Path> files = Files.walk(root.resolve(module).resolve("src/test/java"))) {
        String sources =
            files
                .filter(file -> file.toString().endsWith(".java"))
                .map(FieldReportCoverageTest::read)
                .collect(Collectors.joining());
        TAG.matcher(sources).results().forEach(match -> found.add(match.group(1)));
      }
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }
}
