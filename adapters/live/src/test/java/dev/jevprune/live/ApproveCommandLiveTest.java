package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code jevprune approve} on the session file that a real Pi wrote; Pi then replays it. */
@ParameterizedClass
@EnumSource
class ApproveCommandLiveTest {

  private final Seed seed;

  ApproveCommandLiveTest(PiVersion pi) {
    this.seed = Seed.of(pi, Wire.OPENAI);
  }

  private static String sessionId(PiHome home) {
    return JsonLines.read(home.sessionFile()).get(0).path("id").asText();
  }

  @Test
  @Tag("W2")
  void leavesOutWhatWasApprovedFromOutside() {
    try (PiHome home = seed.withAdapter()) {
      String session = sessionId(home);
      Finished approved =
          home.jevprune(
                  "approve", "--host", "pi", "--session", session, home.sessionFile().toString())
              .orFail("jevprune approve");
      assertThat(approved.out()).contains("conf.ini").contains(Conversation.SOURCE);
      home.print("-c", Seed.PROMPT).orFail("pi -p");
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());

      home.jevprune("receipts", "drop", "--session", session, "--yes")
          .orFail("jevprune receipts drop");
      home.print("-c", "And now?").orFail("pi -p");
      assertThat(home.model().last().messages().subList(0, seed.nextMessages().size()))
          .isEqualTo(seed.nextMessages());
    }
  }
}
