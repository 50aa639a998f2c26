package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions that follow one another in one Pi: forks, clones, new ones, and back. */
@ParameterizedClass
@EnumSource
class SessionLiveTest {
  private final Seed seed;

  SessionLiveTest(PiVersion pi) {
    this.seed = Seed.of(pi, Wire.OPENAI);
  }

  @Test
  void takesTheDecisionsAlongIntoAFork() {
    try (PiHome home = seed.approved();
        PiRpc rpc = home.rpc("-c")) {
      rpc.say(Seed.PROMPT);
      String before = rpc.sessionFile();
      List<JsonNode> points =
          rpc.request(JsonLines.object().put("type", "get_fork_messages"))
              .path("data")
              .path("messages")
              .valueStream()
              .toList();
      String last = points.get(points.size() - 1).path("entryId").asText();
      rpc.request(JsonLines.object().put("type", "fork").put("entryId", last));
      rpc.say(Seed.PROMPT);
      assertThat(rpc.sessionFile()).isNotEqualTo(before);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
    }
  }

  @Test
  void takesTheDecisionsAlongIntoACloneAndAfterItsRestart() {
    try (PiHome home = seed.approved()) {
      try (PiRpc rpc = home.rpc("-c")) {
        rpc.request(JsonLines.object().put("type", "clone"));
        rpc.say(Seed.PROMPT);
        assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
      }
      home.print("-c", "Go on.").orFail("pi -c");
      assertThat(home.model().last().messages().subList(0, seed.nextMessages().size()))
          .isEqualTo(seed.nextMessagesPruned());
    }
  }

  @Test
  void keepsSessionsApartAndFindsTheDecisionsAgainOnTheWayBack() {
    try (PiHome home = seed.approved();
        PiRpc rpc = home.rpc("-c")) {
      String first = rpc.sessionFile();
      rpc.request(JsonLines.object().put("type", "new_session"));
      rpc.say("Something else.");
      assertThat(home.model().last().body()).doesNotContain(Conversation.MARKER);
      rpc.request(JsonLines.object().put("type", "switch_session").put("sessionPath", first));
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().messages()).isEqualTo(seed.nextMessagesPruned());
      assertThat(rpc.extensionErrors()).isEmpty();
    }
  }

  @Test
  void showsCompactionTheOriginalsAndLetsTheDecisionRestAfterwards() {
    try (PiHome home = seed.approved();
        PiRpc rpc = home.keepFewTokensWhenCompacting().rpc("-c")) {
      home.model().script(Step.say("Summary one."), Step.say("Summary two."));
      JsonNode done = rpc.request(JsonLines.object().put("type", "compact"));
      assertThat(done.path("success").asBoolean()).as(done.toString()).isTrue();
      assertThat(home.model().requests().get(0).body()).contains("cache.size = 256");
      assertThat(home.model().requests().get(0).body()).doesNotContain("Jev prune:");
      rpc.say(Seed.PROMPT);
      assertThat(home.model().last().body()).doesNotContain("Jev prune:");
      assertThat(rpc.extensionErrors()).isEmpty();
    }
  }
}
