package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing comes or goes before what a model signed. */
class ModelGuardTest {
  private static final String BODY = Conversation.body("setting", 40);

  @TempDir Path dataHome;
  private Caller caller = new Caller(request -> request, "unused");

  @BeforeEach
  void startHandler() {
    caller =
        new Caller(new RequestHandler(dataHome, Clock.systemUTC(), TokenCounter.none(), "0.1.0"));
  }

  private static JsonArray repeatBeforeSigned() {
    return Conversation.withOneRepeat(BODY).signed().talk(1).messages();
  }

  private JsonObject change(String op, JsonObject model, String name, Json value) {
    return caller.raw(
        op, Caller.ticket(caller.open(repeatBeforeSigned(), model)).with(name, value));
  }

  private static String error(JsonObject reply) {
    return reply.object("error").flatMap(e -> e.string("code")).orElse("none");
  }

  @Test
  void leavesNothingNewOutBeforeASignedBlockAndSaysSoFirst() {
    JsonObject preview = caller.preview(repeatBeforeSigned(), Caller.BOUND);

    assertThat(preview.array("pairs").orElseThrow()).isEmpty();
    assertThat(preview.object("reasons").orElseThrow().get("prefix_bound_model"))
        .contains(Json.of(1));
    assertThat(preview.string("text").orElseThrow())
        .startsWith("claude-fable-5-2 binds its signed thinking");
  }

  @Test
  void treatsAnUnnamedModelLikeOneThatBinds() {
    JsonObject preview = caller.preview(repeatBeforeSigned(), Caller.none());

    assertThat(preview.array("pairs").orElseThrow()).isEmpty();
    assertThat(preview.string("text").orElseThrow())
        .startsWith("The model (not named by the host) may bind");
  }

  @Test
  void leavesOutWhatStandsBehindTheSignedBlock() {
    JsonArray messages =
        new Conversation()
            .signed()
            .read("call_1", "a.txt", BODY)
            .read("call_2", "a.txt", BODY)
            .user("Go on.")
            .talk(20)
            .messages();

    assertThat(caller.preview(messages, Caller.BOUND).array("pairs").orElseThrow()).hasSize(1);
  }

  @Test
  void makesUndoWaitForCompaction() {
    caller.approveAll(repeatBeforeSigned(), Caller.FREE);

    JsonObject refused = change("undo", Caller.BOUND, "sources", Json.of("all"));

    assertThat(error(refused)).isEqualTo("refused");
    assertThat(refused.object("error").orElseThrow().string("message").orElseThrow())
        .contains("waits for compaction");
    assertThat(caller.ledger().array("decisions").orElseThrow()).hasSize(1);
    assertThat(error(change("undo", Caller.FREE, "sources", Json.of("all")))).isEqualTo("none");
  }

  @Test
  void makesSwitchingOffWaitForCompaction() {
    caller.approveAll(repeatBeforeSigned(), Caller.FREE);

    assertThat(error(change("switch", Caller.BOUND, "on", Json.of(false)))).isEqualTo("refused");
    assertThat(caller.ledger().bool("off")).contains(false);
  }

  @Test
  void holdsBackWhatWasOffWhenTheModelSigned() {
    caller.approveAll(repeatBeforeSigned(), Caller.FREE);
    change("switch", Caller.FREE, "on", Json.of(false));

    JsonObject on = change("switch", Caller.BOUND, "on", Json.of(true));

    assertThat(error(on)).isEqualTo("none");
    JsonObject decision = (JsonObject) caller.ledger().array("decisions").orElseThrow().get(0);
    assertThat(decision.bool("held")).contains(true);
    assertThat(on.string("text").orElseThrow()).contains("held back");
    // Held decisions are not on the wire, so they may go at any time.
    assertThat(error(change("undo", Caller.BOUND, "sources", Json.of("all")))).isEqualTo("none");
  }

  @Test
  void leavesADecisionThatIsOnTheWireAlone() {
    caller.approveAll(repeatBeforeSigned(), Caller.FREE);

    JsonObject on = change("switch", Caller.BOUND, "on", Json.of(true));

    assertThat(on.string("text").orElseThrow()).contains("already");
    JsonObject decision = (JsonObject) caller.ledger().array("decisions").orElseThrow().get(0);
    assertThat(decision.bool("held")).contains(false);
  }
}
