package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Others in the same Pi: an extension that wants the same command, and a second copy of ours. */
class NeighbourLiveTest {
  private static final String FOREIGN =
      """
      export default function (pi) {
        pi.registerCommand("prune", { description: "foreign", handler: async (args, ctx) => {
          ctx.ui.notify("foreign prune", "info");
        } });
      }
      """;

  @Tag("B71")
  @ParameterizedTest
  @EnumSource
  void replaysBesideAForeignPruneCommand(PiVersion pi) {
    Seed seed = Seed.of(pi, Wire.OPENAI);
    try (PiHome home = seed.approved()) {
      home.write(home.agentDir().resolve("extensions/a-foreign.js"), FOREIGN);
      try (PiRpc rpc = home.rpc("-c")) {
        rpc.say(Seed.PROMPT);
        assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
        assertThat(rpc.extensionErrors()).isEmpty();
      }
    }
  }

  @Tag("B71")
  @ParameterizedTest
  @EnumSource
  void replaysOnceWhenTheProjectHasASecondCopy(PiVersion pi) throws IOException {
    Seed seed = Seed.apart("second-copy", pi, Wire.OPENAI);
    Path local = seed.home().workspace().resolve(".pi/extensions/jev-prune.js");
    try (PiHome home = seed.approved()) {
      home.write(local, Files.readString(home.loader()));
      String[] trusted = pi == PiVersion.PI_1_6 ? new String[] {"-c", "-a"} : new String[] {"-c"};
      try (PiRpc rpc = home.rpc(trusted)) {
        rpc.say(Seed.PROMPT);
        assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
        assertThat(rpc.command("/prune status")).isNotEmpty();
        assertThat(String.join("\n", rpc.notices())).contains("installed twice");
        assertThat(rpc.extensionErrors()).isEmpty();
      }
    } finally {
      Files.deleteIfExists(local);
    }
  }
}
