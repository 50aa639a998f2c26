package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every weakness of the older kit's installer has a test of this module that names it. */
class WeaknessCoverageTest {
  private static final List<Integer> ROWS =
      List.of(12, 13, 14, 15, 16, 17, 18, 19, 36, 37, 38, 39, 43);

  private static final Pattern TAG = Pattern.compile("@Tag\\(\"W0?(\\d+)\"\\)");

  @Test
  void everyRowIsNamedByATest() throws IOException {
    Set<Integer> named = new TreeSet<>();
    Path root = Path.of(System.getProperty("project.root", ".."));
    try (Stream<Path> files = Files.walk(root.resolve("installer/src/test/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher tag = TAG.matcher(Files.readString(file));
        while (tag.find()) {
          named.add(Integer.valueOf(tag.group(1)));
        }
      }
    }
    assertThat(named).containsAll(ROWS);
  }
}
