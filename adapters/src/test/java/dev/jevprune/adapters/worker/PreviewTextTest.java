package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.QuarterTokens;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreviewTextTest {
  private static final String BODY = Conversation.body("setting", 40);

  private static final TokenCounter QUARTERS = new QuarterTokens();

  @TempDir Path dataHome;

  private Caller caller(TokenCounter tokens) {
    return new Caller(new RequestHandler(dataHome, Clock.systemUTC(), tokens, "0.1.0"));
  }

  @Test
  void printsBytesTokensAndWhatFollows() {
    JsonObject preview =
        caller(QUARTERS).preview(Conversation.withOneRepeat(BODY).messages(), Caller.FREE);

    assertThat(preview.string("text").orElseThrow())
        .isEqualTo(
            """
            Exact repeats that can be left out of the next requests:
              #  read                         bytes     saved    tokens   behind it: bytes    tokens
              1  config/app.yaml                910       838       209              2,071       517
            Together 838 bytes and 209 tokens (o200k estimate) less in each request.
            The price: the provider writes what stands behind the first one to its prompt cache again, once: 2,071 bytes, about 517 tokens (scaled o200k estimate).
            Advice: wait for a cold turn: it pays only after 29 later requests, about 3 are to come.
            Counted with a cache write at 1.25, a read at 0.1 of the input price (usual shares).
            3 reads: 1 can be left out, 0 left out already, 2 kept:
              2  no_later_copy: nothing later asked for the same
            Only exact repeats are listed: an older read with the same text as a later one.
            Next: /prune approve leaves the pairs out, /prune why names each kept read.""");
    JsonObject pair = (JsonObject) preview.array("pairs").orElseThrow().get(0);
    assertThat(pair.integer("tokens")).hasValue(209);
    assertThat(pair.integer("afterTokens")).hasValue(517);
  }

  @Test
  void namesEachKeptReadOnceAndCountsThem() {
    Caller caller = caller(TokenCounter.none());
    String ticket = caller.open(Conversation.withOneRepeat(BODY).messages(), Caller.FREE);

    JsonObject why = caller.ask("preview", Caller.ticket(ticket).with("detail", Json.of("why")));

    assertThat(why.string("text").orElseThrow().lines())
        .containsExactly(
            "src/other.txt  call_2  no_later_copy: nothing later asked for the same",
            "config/app.yaml  call_3  no_later_copy: nothing later asked for the same",
            "3 reads: 1 can be left out, 0 left out already, 2 kept:",
            "  2  no_later_copy",
            "Next: /prune approve leaves the pairs out.");
  }

  @ParameterizedTest
  @EnumSource
  void hasALineForEachReason(GateReason reason) {
    assertThat(ReasonText.of(reason)).isNotBlank().doesNotContain("\n");
  }

  @Test
  @Tag("B75")
  void cutsNoCharacterInTwoAndPrintsNoControls() {
    String name = "dir/" + "🎉".repeat(60) + "\u001b[31m\nend.txt";

    assertThat(Wording.name(name)).startsWith("…🎉").endsWith("?[31m?end.txt");
    assertThat(Wording.name("half \ud83c")).isEqualTo("half ?");
  }
}
