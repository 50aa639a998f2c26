package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The optional context engine: with it, what is left out also postpones Hermes' own compaction;
 * without it, Hermes compacts at the same point as if nothing were left out.
 */
class HermesEngineLiveTest {
  private static final int REPEATED = 8;
  private static final int FILES = 14;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void postponesCompactionOnlyAsTheEngine(boolean engine) {
    try (HermesHome home = HermesHome.fresh(HermesWire.CHAT, "mock-1").install()) {
      home.configureSmallWindow("mock-1", engine);
      String line = "some text of a file that is long enough to be worth reading, number ";
      for (int i = 0; i < FILES; i++) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < 98; row++) {
          text.append(line).append(i).append('\n');
        }
        home.write(home.file("f" + i + ".txt"), text.toString());
      }
      try (HermesRpc rpc = home.start()) {
        HermesRpc.Open session = rpc.create();
        home.model().script(reads(home, "a", 0, REPEATED), Step.say("Read."));
        rpc.say(session, "Read them.");
        home.model()
            .script(
                HermesConversation.terminal("call_touch", "touch " + home.file("") + "/f*.txt"),
                reads(home, "b", 0, REPEATED),
                Step.say("Read again."));
        rpc.say(session, "Read them again.");
        home.model().script(HermesConversation.manyCalls(), Step.say("Checked."));
        rpc.say(session, "Check the machine.");
        rpc.prune(session, "");
        assertThat(rpc.prune(session, "approve")).contains("8 repeated reads will be left out");
        assertThat(home.hasCompacted()).isFalse();

        home.model().script(reads(home, "c", REPEATED, FILES), Step.say("Read more."));
        rpc.say(session, "Read the others.");
        rpc.say(session, "Go on.");
        assertThat(home.hasCompacted()).isNotEqualTo(engine);
        if (engine) {
          assertThat(home.model().last().body().split("Jev prune: repeated", -1)).hasSize(9);
        }
      }
    }
  }

  private static Step reads(HermesHome home, String id, int from, int to) {
    List<Step.Call> calls = new ArrayList<>();
    IntStream.range(from, to)
        .forEach(
            i ->
                calls.add(
                    new Step.Call(
                        "call_" + id + i,
                        "read_file",
                        "{\"path\":\"" + home.file("f" + i + ".txt") + "\"}")));
    Step plain = Step.say("");
    return new Step(
        Optional.empty(), "", calls, 200, plain.trouble(), plain.tokens(), Optional.empty());
  }
}
