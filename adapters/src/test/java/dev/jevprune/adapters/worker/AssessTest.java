package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.evaluate.EvaluatorException;
import dev.jevprune.adapters.evaluate.ModelEvaluator;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code assess}: told first, asked after a yes, remembered either way. */
class AssessTest {

  private static final String BODY = Conversation.body("setting", 40);
  private static final JsonArray ONE = Conversation.withOneRepeat(BODY).messages();

  @TempDir Path dataHome;

  private final List<String> sent = new ArrayList<>();
  private final List<Map<String, String>> environments = new ArrayList<>();
  private String coverage = "1";
  private String model = "jev-1.13.0";
  private Optional<EvaluatorException> check = Optional.empty();

  private final ModelEvaluator evaluator =
      new ModelEvaluator() {
        @Override
        public Rules rules() {
          return Rules.TYPESAFE;
        }

        @Override
        public String destination() {
          return "https://service.example/v1";
        }

        @Override
        public void check() throws EvaluatorException {
          if (check.isPresent()) {
            throw check.get();
          }
        }

        @Override
        public byte[] ask(byte[] body) {
          sent.add(new String(body, StandardCharsets.UTF_8));
          return reply(sent.get(sent.size() - 1)).getBytes(StandardCharsets.UTF_8);
        }
      };

  private String reply(String body) {
    try {
      JsonObject.Builder answers = JsonObject.builder();
      JsonObject asked = (JsonObject) StrictJson.parse(body);
      for (String key : asked.object("questions").orElseThrow().members().keySet()) {
        JsonNumber value = new JsonNumber(key.endsWith("coverage") ? coverage : "0.01");
        answers.put(key, JsonObject.builder().put("type", "noul").put("noul", value).build());
      }
      return JsonText.write(
          JsonObject.builder().put("model", model).put("answers", answers.build()).build());
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }

  private Caller caller() {
    return new Caller(
        new RequestHandler(
            dataHome,
            Clock.systemUTC(),
            TokenCounter.none(),
            "0.1.0",
            variables -> {
              environments.add(variables);
              return evaluator;
            }));
  }

  private static JsonObject offer(Caller caller, String ticket) {
    return caller.ask("assess", Caller.ticket(ticket));
  }

  private static JsonObject agreed(JsonObject offer, String ticket) {
    return Caller.ticket(ticket).with("plan", offer.get("plan").orElseThrow());
  }

  private static String text(JsonObject reply) {
    return reply.string("text").orElseThrow();
  }

  @Test
  void tellsWhatWouldBeSentAndSendsNothing() {
    Caller caller = caller();
    JsonObject offer = offer(caller, caller.open(ONE, Caller.FREE));

    assertThat(sent).isEmpty();
    assertThat(offer.integer("asked")).hasValue(1);
    assertThat(text(offer))
        .contains("https://service.example/v1", "config/app.yaml", "third party", ".99");
    assertThat(caller.ledger().array("decisions").orElseThrow()).isEmpty();
    String bytes = String.format(Locale.ROOT, "%,d bytes", offer.integer("bytes").orElseThrow());
    assertThat(text(offer)).contains(bytes);
  }

  @Test
  void sendsExactlyWhatWasToldAndPutsTheApprovedPairOnTheLedger() {
    Caller caller = caller();
    String ticket = caller.open(ONE, Caller.FREE);
    JsonObject offer = offer(caller, ticket);

    JsonObject assessed = caller.ask("assess", agreed(offer, ticket));

    assertThat(sent).hasSize(1);
    assertThat(sent.get(0).getBytes(StandardCharsets.UTF_8))
        .hasSize(offer.integer("bytes").orElseThrow());
    assertThat(assessed.integer("considered")).hasValue(1);
    assertThat(assessed.integer("added")).hasValue(1);
    assertThat(assessed.integer("refused")).hasValue(0);
    assertThat(assessed.array("coverage")).contains(JsonArray.of(Json.of(100)));
    assertThat(text(assessed)).contains("Approved 1 of 1 pair", "coverage 1.00");
    JsonObject ledger = assessed.object("ledger").orElseThrow();
    assertThat(ledger.array("decisions").orElseThrow()).hasSize(1);
    assertThat(caller.ledger()).isEqualTo(ledger);
  }

  @Test
  void theReceiptNamesTheModel() throws Exception {
    Caller caller = caller();
    String ticket = caller.open(ONE, Caller.FREE);
    caller.ask("assess", agreed(offer(caller, ticket), ticket));
    try (Stream<Path> files = Files.walk(dataHome.resolve("state"))) {
      String receipts =
          Files.readString(
              files
                  .filter(file -> file.toString().contains("receipts/"))
                  .findFirst()
                  .orElseThrow());
      assertThat(receipts).contains("\"typesafe\"", "\"jev-1.13.0\"").doesNotContain("setting");
    }
  }

  @Test
  @Tag("W09")
  void aRefusedPairIsNotAskedAboutAgain() {
    Caller caller = caller();
    coverage = "0.98";
    String ticket = caller.open(ONE, Caller.FREE);
    JsonObject refused = caller.ask("assess", agreed(offer(caller, ticket), ticket));
    assertThat(refused.integer("added")).hasValue(0);
    assertThat(text(refused)).contains("coverage .98", "needed .99", "not asked about again");

    Caller restarted = caller();
    JsonObject again = offer(restarted, restarted.open(ONE, Caller.FREE));

    assertThat(again.integer("asked")).hasValue(0);
    assertThat(again.integer("refusedBefore")).hasValue(1);
    assertThat(text(again)).contains("nothing is sent", "1 pair refused in an earlier assessment");
    assertThat(sent).hasSize(1);
  }

  @Test
  void aPairThatWasTakenBackIsApprovedFromMemory() {
    Caller caller = caller();
    String ticket = caller.open(ONE, Caller.FREE);
    caller.ask("assess", agreed(offer(caller, ticket), ticket));
    caller.ask(
        "undo", Caller.ticket(caller.open(ONE, Caller.FREE)).with("sources", Json.of("all")));

    String second = caller.open(ONE, Caller.FREE);
    JsonObject offer = offer(caller, second);
    assertThat(offer.integer("asked")).hasValue(0);
    assertThat(offer.integer("remembered")).hasValue(1);
    assertThat(caller.ask("assess", agreed(offer, second)).integer("added")).hasValue(1);
    assertThat(sent).hasSize(1);
  }

  @Test
  void aReplyOfAnotherModelApprovesNothing() {
    Caller caller = caller();
    model = "jev-1.14";
    String ticket = caller.open(ONE, Caller.FREE);
    JsonObject agreed = agreed(offer(caller, ticket), ticket);

    assertThat(caller.error("assess", agreed)).isEqualTo("refused");
    assertThat(caller.ledger().array("decisions").orElseThrow()).isEmpty();
  }

  @Test
  void whatTheUserDidNotAgreeToIsNotSent() {
    Caller caller = caller();
    String ticket = caller.open(ONE, Caller.FREE);
    JsonObject other = Caller.ticket(ticket).with("plan", Json.of("0".repeat(64)));

    assertThat(caller.error("assess", other)).isEqualTo("stale");
    assertThat(sent).isEmpty();
  }

  @Test
  void nothingIsSentWhenTheLedgerChangedMeanwhile() {
    Caller caller = caller();
    String ticket = caller.open(ONE, Caller.FREE);
    JsonObject agreed = agreed(offer(caller, ticket), ticket);
    caller.approveAll(ONE, Caller.FREE);

    assertThat(caller.error("assess", agreed)).isEqualTo("stale");
    assertThat(sent).isEmpty();
  }

  @Test
  void nothingIsSentWhileTheSessionIsOff() {
    Caller caller = caller();
    caller.ask("switch", Caller.ticket(caller.open(ONE, Caller.FREE)).with("on", Json.of(false)));
    String ticket = caller.open(ONE, Caller.FREE);

    assertThat(caller.error("assess", Caller.ticket(ticket))).isEqualTo("refused");
    assertThat(sent).isEmpty();
  }

  @Test
  void theSwitchesAreAskedForFirst() {
    Caller caller = caller();
    check = Optional.of(new EvaluatorException(EvaluatorException.Kind.CONSENT, "Set it."));
    String ticket = caller.open(ONE, Caller.FREE);
    JsonObject reply =
        caller.raw("assess", Caller.ticket(ticket).with("hostHasKey", Json.of(true)));
    assertThat(reply.object("error").orElseThrow().string("message").orElseThrow())
        .isEqualTo(
            "Set it. The key in the host's own environment is not handed to another process.");
  }

  @Test
  void nothingToAskNeedsNoSwitch() {
    Caller caller = caller();
    check = Optional.of(new EvaluatorException(EvaluatorException.Kind.CONSENT, "Set it."));
    JsonArray none = new Conversation().user("Hello.").talk(20).messages();
    assertThat(offer(caller, caller.open(none, Caller.FREE)).integer("asked")).hasValue(0);
  }

  @Test
  void ofTheHostsEnvironmentOnlyTheNetworkAndTheConsentArrive() {
    Caller caller = caller();
    JsonObject environment =
        JsonObject.builder()
            .put("HTTPS_PROXY", "http://p:1")
            .put("JEV_PRUNE_ALLOW_REMOTE", "1")
            .put("TYPESAFE_API_KEY", "sk-sentinel")
            .put("PATH", "/bin")
            .build();
    caller.ask(
        "assess", Caller.ticket(caller.open(ONE, Caller.FREE)).with("environment", environment));
    assertThat(environments)
        .containsExactly(Map.of("HTTPS_PROXY", "http://p:1", "JEV_PRUNE_ALLOW_REMOTE", "1"));
  }

  @Test
  void aBoundModelIsNotAskedAboutWhatMustStay() {
    Caller caller = caller();
    JsonArray signed =
        new Conversation()
            .user("Please look.")
            .read("call_1", "config/app.yaml", BODY)
            .read("call_3", "config/app.yaml", BODY)
            .signed()
            .user("Go on.")
            .talk(20)
            .messages();
    assertThat(offer(caller, caller.open(signed, Caller.BOUND)).integer("asked")).hasValue(0);
  }
}
