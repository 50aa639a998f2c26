package dev.jevprune.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every weakness of the older kit that has been dealt with has a test that names it. */
class WeaknessTagsTest {

  /** Rows of the older kit's weaknesses; those of the installer are its own. */
  private static final List<Integer> ROWS =
      List.of(
          1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 20, 21, 22, 23, 24, 25, 26, 27, 28,
          29, 30, 31, 32, 33, 34, 36, 39, 40, 42, 44);

  private static final Pattern TAG = Pattern.compile("@Tag\\(\"W0?([0-9]+)\"\\)");

  @Test
  void everyRowIsNamedByATest() throws IOException {
    Set<Integer> named = new TreeSet<>();
    Path root = Path.of(System.getProperty("project.root", ".."));
    for (String module : List.of("core", "bus", "adapters")) {
      for (Path source : sources(root.resolve(module).resolve("src/test/java"))) {
        Matcher tag = TAG.matcher(Files.readString(source));
        while (tag.find()) {
          named.add(Integer.valueOf(tag.group(1)));
        }
      }
    }
    assertThat(named).containsAll(ROWS);
  }

  private static Set<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).collect(Collectors.toSet());
    }
  }
}
