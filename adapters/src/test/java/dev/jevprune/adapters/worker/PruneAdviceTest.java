package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code /prune} recommends, and what it and {@code /prune undo} say it costs. */
class PruneAdviceTest {
  private static final JsonArray MESSAGES =
      Conversation.withOneRepeat(Conversation.body("setting", 40)).messages();
  private static final JsonObject PRICED = Caller.model("claude-opus-5-5");

  @TempDir Path dataHome;

  private Caller caller(ToLongFunction<String> count) {
    TokenCounter counter =
        new TokenCounter() {
          @Override
          public void prepare() {}

          @Override
          public boolean ready(Duration patience) {
            return true;
          }

          @Override
          public long count(String text) {
            return count.applyAsLong(text);
          }
        };
    return new Caller(new RequestHandler(dataHome, Clock.systemUTC(), counter, "0.1.0"));
  }

  private Caller caller() {
    return caller(text -> text.length() / 4);
  }

  /** A look at a session that had so many answers, the last of them so long ago. */
  private static String open(Caller caller, JsonObject model, long answers, long idleMillis) {
    PiOutline outline = PiOutline.of(MESSAGES);
    JsonObject told =
        outline
            .outline()
            .with("answers", Json.of(answers))
            .with(
                "cache",
                JsonObject.builder().put("idleMillis", idleMillis).put("reset", false).build());
    JsonObject opened =
        caller.ask(
            "outline", JsonObject.builder().put("model", model).put("outline", told).build());
    String ticket = opened.string("ticket").orElseThrow();
    JsonArray need = opened.array("need").orElseThrow();
    caller.ask("bodies", Caller.ticket(ticket).with("bodies", outline.bodies(need)));
    return ticket;
  }

  private static JsonObject preview(Caller caller, JsonObject model, long answers, long idle) {
    return caller.ask("preview", Caller.ticket(open(caller, model, answers, idle)));
  }

  private static JsonObject advice(JsonObject preview) {
    return preview.object("advice").flatMap(a -> a.object("repeats")).orElseThrow();
  }

  @Test
  @Tag("B33")
  void twoSessionsWithFewAndManyRequestsToComeAreAdvisedDifferently() {
    JsonObject few = preview(caller(), PRICED, 12, 0);
    JsonObject many = preview(caller(), PRICED, 400, 0);
    assertThat(advice(few).string("choice")).contains("wait");
    assertThat(advice(many).string("choice")).contains("now");
    assertThat(few.string("text").orElseThrow())
        .contains(
            "Advice: wait for a cold turn: it pays only after 60 later requests, about 12 are"
                + " to come.");
    assertThat(many.string("text").orElseThrow())
        .contains("Advice: now: it has paid after 60 later requests, and about 400 are to come.");
  }

  /** Opus 5.5 reads the cache at 0.05 of the input price, the usual share is 0.1. */
  @Test
  @Tag("B27")
  void countsWithTheModelsOwnPricesAndSaysWhatTheRewriteCosts() {
    String priced = preview(caller(), PRICED, 12, 0).string("text").orElseThrow();
    assertThat(priced)
        .contains("about 517 tokens (scaled o200k estimate), $0.0025 more than reading it")
        .contains("a cache write at 1.25, a read at 0.05 of the input price (list prices of");
    String unpriced = preview(caller(), Caller.model("mock-1"), 12, 0).string("text").orElseThrow();
    assertThat(unpriced)
        .contains("usual shares")
        .contains("pays only after 29 later")
        .doesNotContain("$");
  }

  @Test
  void onAColdTurnItIsNowAndCostsNothing() {
    JsonObject cold = preview(caller(), PRICED, 12, 4_000_000);
    assertThat(advice(cold).string("choice")).contains("now");
    assertThat(advice(cold).bool("cold")).contains(true);
    assertThat(cold.string("text").orElseThrow())
        .contains("The price: none. The prompt cache is cold now")
        .contains("Advice: now: the prompt cache is cold");
  }

  @Test
  void neverWhereTheMarkerIsAsLongInTokens() {
    JsonObject never = preview(caller(text -> 90), PRICED, 400, 0);
    assertThat(advice(never).string("choice")).contains("never");
    assertThat(never.string("text").orElseThrow()).contains("Advice: never: nothing is saved");
  }

  @Test
  void countsRequestsThatWereSentBeforeACompactionShortenedTheList() {
    Caller caller = caller();
    JsonObject.Builder beat = JsonObject.builder();
    for (String name :
        new String[] {"requests", "projected", "applied", "invalid", "inactive", "bytesRemoved"}) {
      beat.put(name, 0);
    }
    JsonObject.Builder usage = JsonObject.builder().put("run", "r").put("requests", 400);
    for (String name : new String[] {"answers", "input", "cacheRead", "cacheWrite", "output"}) {
      usage.put(name, 1);
    }
    caller.ask("heartbeat", beat.put("usage", usage.build()).build());
    assertThat(advice(preview(caller, PRICED, 3, 0)).integer("expected")).hasValue(400);
  }

  @Test
  void undoSaysItsPrice() {
    Caller caller = caller();
    JsonObject all = Caller.ticket(open(caller, PRICED, 12, 0)).with("sources", Json.of("all"));
    assertThat(caller.ask("approve", all).string("text").orElseThrow())
        .contains("838 bytes and 209 tokens (o200k estimate) less in each")
        .contains("$0.0025 more than reading it");
    JsonObject undo = Caller.ticket(open(caller, PRICED, 12, 0)).with("sources", Json.of("all"));
    assertThat(caller.ask("undo", undo).string("text").orElseThrow())
        .contains("838 bytes and 209 tokens (o200k estimate) more in each")
        .contains("2,071 bytes, about 517 tokens (scaled o200k estimate), $0.0025 more than");
  }

  @Test
  void undoOnAColdTurnCostsNothing() {
    Caller caller = caller();
    JsonObject all = Caller.ticket(open(caller, PRICED, 12, 0)).with("sources", Json.of("all"));
    caller.ask("approve", all);
    JsonObject undo =
        Caller.ticket(open(caller, PRICED, 12, 4_000_000)).with("sources", Json.of("all"));
    assertThat(caller.ask("undo", undo).string("text").orElseThrow()).contains("The price: none.");
  }
}
