package dev.jevprune.adapters.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TextScanTest {

  @Property(tries = 2000)
  void theSizeIsThatOfUtf8(@ForAll("texts") String text) {
    assertThat(scanned(text).bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
  }

  @Property(tries = 2000)
  void textsAreEqualWhereTheirDigestsAre(@ForAll("texts") String a, @ForAll("texts") String b) {
    TextScan one = scanned(a);
    TextScan other = scanned(b);
    assertThat(one.high() == other.high() && one.low() == other.low()).isEqualTo(a.equals(b));
    assertThat(one.high() == other.high()).isEqualTo(a.equals(b));
    assertThat(one.low() == other.low()).isEqualTo(a.equals(b));
  }

  @Property(tries = 1000)
  void aLineHasOneHashWhereverItStands(
      @ForAll("texts") String some, @ForAll("texts") String others) {
    String before = some.replace('<', '('); // no reminder, which would end the file
    String lines = others.replace('<', '(');
    LineHashes alone = scanned("x" + lines + "\ny").lines();
    LineHashes among = scanned(before + "\nx" + lines + "\ny\nz").lines();
    assertThat(alone.isWithin(among)).isTrue();
  }

  @Test
  void emptyLinesAtTheEndAndAHostsReminderAreNoLines() {
    TextScan scan = scanned("a\n\nb\n\n\n<system-reminder>\nnote\n</system-reminder>");
    assertThat(scan.lines().count()).isEqualTo(3);
    assertThat(scanned("a\n\nb").lines().isWithin(scan.lines())).isTrue();
    assertThat(scanned("\n").lines().count()).isZero();
  }

  @Test
  void aLongTextDoesNotDisturbTheNextOne() {
    TextScan scan = new TextScan();
    scan.read("line\n".repeat(600_000));
    assertThat(scan.bytes()).isEqualTo(3_000_000);
    assertThat(scan.lines().count()).isEqualTo(600_000);
    scan.read("é\nb");
    assertThat(scan.bytes()).isEqualTo(4);
    assertThat(scan.high()).isEqualTo(scanned("é\nb").high());
    assertThat(scan.lines().count()).isEqualTo(2);
  }

  private static TextScan scanned(String text) {
    TextScan scan = new TextScan();
    scan.read(text);
    return scan;
  }

  /** Short texts of few characters, so that equal ones and equal lines occur. */
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(List.of("a", "b", "\n", "é", "→", "😀", "\0", "<system-reminder>"))
        .list()
        .ofMaxSize(9)
        .map(parts -> String.join("", parts));
  }
}
