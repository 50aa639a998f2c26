package dev.jevprune.core.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("W11")
class VetoGrowthTest {

  /**
   * What costs the square of its length where a search begins anew at every find. At this length
   * the square would not end within the life of a build; the searches look at each character a
   * bounded number of times.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sk-",
        "eyJ",
        "AKIA",
        "xoxb-",
        "-----begin",
        "-----begin\n",
        "bearer ",
        "basic ",
        "token=",
        "token='",
        ":",
        "= ",
        "'",
        "\n",
        " \n",
        "\t",
        "permission denied",
        "'permission denied",
        "://",
        "://a:",
        "at )\n",
        " at x:1)\n",
        "x.",
        "machine  login ",
        "<password>",
        "password: string "
      })
  void theWorkGrowsWithTheLengthOnly(String piece) {
    String text = piece.repeat(500_000 / piece.length());
    for (String end : List.of("", "private key", "\nprivate key", "(", "\"'`")) {
      assertThat(Veto.of(text + end)).isNotNull();
    }
  }
}
