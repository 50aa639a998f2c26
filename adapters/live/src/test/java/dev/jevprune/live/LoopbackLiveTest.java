package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker on a TCP port, as on Windows: the real Pi starts it, proves the token and prunes. */
class LoopbackLiveTest {

  @ParameterizedTest
  @EnumSource
  void prunesThroughAWorkerOnAPort(PiVersion pi) throws Exception {
    Seed seed = Seed.of(pi, Wire.OPENAI);
    try (PiHome home = seed.withAdapter().with("JEV_PRUNE_TRANSPORT", "tcp");
        PiRpc rpc = home.rpc("-c").confirmWith(true)) {
      rpc.command("/prune");
      rpc.say(Seed.PROMPT);

      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
      assertThat(Files.readString(home.worker().file()))
          .contains("\"port\":", "worker.token")
          .doesNotContain("\"socket\":");
      assertThat(home.jevprune("worker", "status").orFail("jevprune worker status").out())
          .contains("0.1.0");
      assertThat(home.jevprune("worker", "stop").exit()).isZero();
      assertThat(home.dataHome().resolve("worker.token")).doesNotExist();
    }
  }
}
