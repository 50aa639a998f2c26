package dev.jevprune.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellEditsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "echo x > a~a",
        "echo x >> a~a",
        "echo x >a; true~a",
        "echo x 2> err~err",
        "echo x &> all~all",
        "make && echo done > a~a",
        "echo 'x > b' > a~a",
        "echo \"x > b\" > \"my file\"~my file",
        "date | tee a~a",
        "date | tee -a a b~a,b",
        "sed -i 's/a/b/' a b~a,b",
        "sed -i.bak -e 's/a/b/' a~a",
        "sed -i '' 's/a/b/' a~a",
        "sed -Ei 's/a/b/' a~a",
        "truncate -s 0 a~a",
        "patch a < x.diff~a",
        "patch -p1 a x.diff~a",
        "echo > a && cd sub && echo > b~a",
      })
  void namesWhatWasWritten(String command, String paths) {
    assertThat(ShellEdits.in(command)).containsExactly(paths.split(","));
  }

  @Test
  void theTextOfADocumentIsNoCommand() {
    assertThat(ShellEdits.in("cat > a <<'EOF'\necho x > b\nEOF\necho y > c\n"))
        .containsExactly("a", "c");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '^',
      value = {
        "echo 'a > b'",
        "echo \"a > b\"",
        "cat a",
        "echo x >&2",
        "make 2>&1",
        "echo x > /dev/null",
        "echo x > $FILE",
        "echo x > *.txt",
        "echo x > ~/a",
        "cd sub && echo x > a",
        "false || echo x > a",
        "false && echo x > a; true",
        "make && echo x > a &",
        "if true; then echo x > a; fi",
        "(cd sub; echo x > a)",
        "echo $(date > a)",
        "echo `date > a`",
        "sed 's/a/b/' a",
        "patch -p1 < x.diff",
        "patch -d sub a",
        "echo x \\> a",
        "echo 'x",
        "# echo x > a",
      })
  void namesNothingThatIsNotSure(String command) {
    assertThat(ShellEdits.in(command)).isEmpty();
  }

  @Property(tries = 2_000)
  void neverFailsWhateverTheCommandHolds(@ForAll("commands") String command) {
    List<String> paths = ShellEdits.in(command);
    assertThat(paths).noneMatch(String::isEmpty).allMatch(ShellWords::isKnown);
  }

  @Provide
  Arbitrary<String> commands() {
    return Arbitraries.of(
            "echo",
            "a",
            ">",
            ">>",
            "<",
            "<<",
            "<<<",
            "|",
            "||",
            "&",
            "&&",
            ";",
            "\n",
            "'",
            "\"",
            "\\",
            "$",
            "$(",
            ")",
            "(",
            "`",
            "tee",
            "sed",
            "-i",
            "patch",
            "truncate",
            " ",
            "#",
            "2",
            "*",
            "EOF")
        .list()
        .ofMaxSize(14)
        .map(parts -> String.join("", parts));
  }
}
