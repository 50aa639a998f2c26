package dev.jevprune.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathSpellingTest {

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource({
    "a, /w/a",
    "./a, /w/a",
    "././a/, /w/a",
    "sub//a, /w/sub/a",
    "../a, /a",
    "../../../a, /a",
    "/w/a, /w/a",
    "/w/./a, /w/a",
    "/w, /w",
    "., /w",
    "./../w/a, /w/a",
  })
  void spellsAgainstTheFolder(String path, String spelt) {
    assertThat(PathSpelling.in("/w").of(path)).isEqualTo(spelt);
  }

  @Test
  @Tag("B21")
  void letterCaseIsKeptSinceItMayBeAnotherFile() {
    PathSpelling spelling = PathSpelling.in("/w");
    assertThat(spelling.of("A.txt")).isNotEqualTo(spelling.of("a.txt"));
  }

  @Test
  void aNameBeforeTwoDotsMayBeALinkAndStays() {
    PathSpelling spelling = PathSpelling.in("/w");
    assertThat(spelling.of("link/../a")).isEqualTo("/w/link/../a").isNotEqualTo(spelling.of("a"));
  }

  @Test
  void aBackslashIsPartOfANameWhereTheFolderHasNoDrive() {
    PathSpelling spelling = PathSpelling.in("/w");
    assertThat(spelling.of("a\\b")).isNotEqualTo(spelling.of("a/b"));
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource({
    "'C:\\w\\a', c:/w/a",
    "'c:/w/a', c:/w/a",
    "'a', c:/w/a",
    "'..\\b', c:/b",
    "'D:\\w\\a', d:/w/a",
  })
  void knowsDrives(String path, String spelt) {
    assertThat(PathSpelling.in("C:\\w").of(path)).isEqualTo(spelt);
  }

  @Test
  void withoutAFolderRelativePathsStayRelative() {
    PathSpelling spelling = PathSpelling.in("");
    assertThat(spelling.of("./a")).isEqualTo("a");
    assertThat(spelling.of("/w/a")).isEqualTo("/w/a");
    assertThat(spelling.of("../a")).isEqualTo("../a");
  }

  @Test
  void anEmptyPathStaysEmpty() {
    assertThat(PathSpelling.in("/w").of("")).isEmpty();
  }

  @Property(tries = 2_000)
  void spellingAgainChangesNothing(@ForAll("folders") String folder, @ForAll("paths") String path) {
    PathSpelling spelling = PathSpelling.in(folder);
    String spelt = spelling.of(path);
    assertThat(spelling.of(spelt)).isEqualTo(spelt);
  }

  @Provide
  Arbitrary<String> folders() {
    return Arbitraries.of("", "/", "/w", "/w/sub/", "/w/../x", "C:\\w", "c:/");
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of("a", "B", "..", ".", "/", "//", "\\", "C:", "C:/", "~", " ", "ä")
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("/", parts));
  }
}
