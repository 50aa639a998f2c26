package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestHandlerTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
  private static final String BODY = Conversation.body("setting", 40);

  @TempDir Path dataHome;
  private Caller caller = new Caller(request -> request, "unused");

  @BeforeEach
  void startHandler() {
    caller = new Caller(handler());
  }

  private RequestHandler handler() {
    return new RequestHandler(dataHome, NOON, TokenCounter.none(), "0.1.0");
  }

  @Test
  void listsTheOlderOfTwoEqualReads() {
    JsonObject preview = caller.preview(Conversation.withOneRepeat(BODY).messages(), Caller.FREE);

    assertThat(preview.array("pairs").orElseThrow().elements())
        .singleElement()
        .satisfies(
            pair -> {
              JsonObject object = (JsonObject) pair;
              assertThat(object.string("source")).contains("call_1");
              assertThat(object.string("witness")).contains("call_3");
              assertThat(object.string("path")).contains("config/app.yaml");
              assertThat(object.get("tokens")).contains(JsonNull.NULL);
              assertThat(object.integer("bytes")).hasValue(BODY.length());
            });
    assertThat(preview.integer("reads")).hasValue(3);
    assertThat(preview.object("reasons").orElseThrow().members())
        .containsOnlyKeys("no_later_copy")
        .containsEntry("no_later_copy", Json.of(2));
    assertThat(preview.string("text").orElseThrow())
        .contains("config/app.yaml", "Only exact repeats", "/prune approve");
  }

  @Test
  void putsAnApprovedPairOnTheLedgerOnceForAll() {
    JsonArray messages = Conversation.withOneRepeat(BODY).messages();

    JsonObject approved = caller.approveAll(messages, Caller.FREE);

    assertThat(approved.integer("added")).hasValue(1);
    JsonObject decision = decisions(caller.ledger()).get(0);
    assertThat(decision.object("source").orElseThrow().string("id")).contains("call_1");
    assertThat(decision.string("marker"))
        .contains("[Jev prune: repeated read-result body omitted; retained witness: call_3]");
    JsonObject again = caller.preview(messages, Caller.FREE);
    assertThat(again.integer("pruned")).hasValue(1);
    assertThat(again.array("pairs").orElseThrow()).isEmpty();
    assertThat(new Caller(handler()).ledger()).isEqualTo(caller.ledger());
  }

  @Test
  void answersAStaleTicketWithStale() {
    JsonArray messages = Conversation.withOneRepeat(BODY).messages();
    String ticket = caller.open(messages, Caller.FREE);
    caller.approveAll(messages, Caller.FREE);

    assertThat(caller.error("approve", Caller.ticket(ticket).with("sources", Json.of("all"))))
        .isEqualTo("stale");
  }

  @Test
  void takesAnApprovalBack() {
    JsonArray messages = Conversation.withOneRepeat(BODY).messages();
    caller.approveAll(messages, Caller.FREE);

    JsonObject undone =
        caller.ask(
            "undo",
            Caller.ticket(caller.open(messages, Caller.FREE))
                .with("sources", JsonArray.of(Json.of("call_1"))));

    assertThat(undone.integer("removed")).hasValue(1);
    assertThat(decisions(caller.ledger())).isEmpty();
    assertThat(caller.preview(messages, Caller.FREE).array("pairs").orElseThrow()).hasSize(1);
  }

  @Test
  void refusesAReadThatIsNoPair() {
    String ticket = caller.open(Conversation.withOneRepeat(BODY).messages(), Caller.FREE);

    assertThat(
            caller.error(
                "approve", Caller.ticket(ticket).with("sources", JsonArray.of(Json.of("call_2")))))
        .isEqualTo("not_found");
  }

  @Test
  void adoptsTheLedgerOfAParentSession() {
    JsonArray messages = Conversation.withOneRepeat(BODY).messages();
    caller.approveAll(messages, Caller.FREE);
    Caller child = new Caller(handler()::handle, "session-2");

    JsonObject adopted =
        child
            .ask("ledger", JsonObject.builder().put("parent", "session-1").build())
            .object("ledger")
            .orElseThrow();

    assertThat(adopted.string("session")).contains("session-2");
    assertThat(adopted.string("adoptedFrom")).contains("session-1");
    assertThat(decisions(adopted)).isEqualTo(decisions(caller.ledger()));
    assertThat(child.preview(messages, Caller.FREE).integer("pruned")).hasValue(1);
  }

  @Test
  void keepsATicketToItsSession() {
    String ticket = caller.open(Conversation.withOneRepeat(BODY).messages(), Caller.FREE);

    assertThat(new Caller(handler()::handle, "session-2").error("preview", Caller.ticket(ticket)))
        .isEqualTo("not_found");
  }

  @Test
  void switchesOffAndOn() {
    JsonArray messages = Conversation.withOneRepeat(BODY).messages();
    caller.approveAll(messages, Caller.FREE);

    turn(messages, Caller.FREE, false);
    assertThat(caller.ledger().bool("off")).contains(true);
    assertThat(
            caller.error(
                "approve",
                Caller.ticket(caller.open(messages, Caller.FREE)).with("sources", Json.of("all"))))
        .isEqualTo("refused");
    turn(messages, Caller.FREE, true);
    assertThat(caller.ledger().bool("off")).contains(false);
    assertThat(decisions(caller.ledger()).get(0).bool("held")).contains(false);
  }

  private JsonObject turn(JsonArray messages, JsonObject model, boolean on) {
    return caller.ask(
        "switch", Caller.ticket(caller.open(messages, model)).with("on", Json.of(on)));
  }

  @Test
  void negotiatesTheProtocol() {
    JsonObject hello =
        JsonObject.builder()
            .put("hostVersion", "1.6.0")
            .put("shim", JsonObject.builder().put("version", "0.1.0").build())
            .put("protocol", JsonObject.builder().put("min", 1).put("max", 3).build())
            .put("pid", 1)
            .build();

    assertThat(caller.ask("hello", hello).integer("protocol")).hasValue(1);
    JsonObject newer = JsonObject.builder().put("min", 2).put("max", 3).build();
    JsonObject refused = caller.raw("hello", hello.with("protocol", newer));
    assertThat(refused.object("error").orElseThrow().string("code"))
        .contains("unsupported_protocol");
    assertThat(refused.object("error").orElseThrow().string("message").orElseThrow())
        .contains("2 to 3", "speaks 1", "jevprune worker stop");
  }

  @Test
  void answersOddRequestsWithACode() {
    RequestHandler handler = handler();
    assertThat(code(handler.handle(JsonObject.EMPTY))).isEqualTo("bad_request");
    assertThat(caller.error("frobnicate", JsonObject.EMPTY)).isEqualTo("unknown_op");
    assertThat(caller.error("preview", Caller.ticket("nonsense"))).isEqualTo("not_found");
    assertThat(caller.error("status", JsonObject.builder().put("v", 9).build()))
        .isEqualTo("unsupported_protocol");
    assertThat(caller.error("ledger", JsonObject.builder().put("profile", "../..").build()))
        .isEqualTo("bad_request");
  }

  private static String code(JsonObject reply) {
    return reply.object("error").flatMap(error -> error.string("code")).orElse("");
  }

  private static List<JsonObject> decisions(JsonObject ledger) {
    return ledger.array("decisions").orElseThrow().elements().stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  @Test
  void namesTheBodiesItStillMisses() {
    PiOutline outline = PiOutline.of(Conversation.withOneRepeat(BODY).messages());
    JsonObject opened =
        caller.ask(
            "outline",
            JsonObject.builder()
                .put("model", JsonNull.NULL)
                .put("outline", outline.outline())
                .build());
    assertThat(opened.array("need").orElseThrow().elements())
        .containsExactly(new JsonString("call_1"), new JsonString("call_3"));

    JsonObject changed =
        (JsonObject)
            PiOutline.of(Conversation.withOneRepeat(BODY + "!").messages())
                .bodies(JsonArray.of(Json.of("call_1")))
                .get(0);
    JsonObject reply =
        caller.ask(
            "bodies",
            Caller.ticket(opened.string("ticket").orElseThrow())
                .with("bodies", JsonArray.of(changed)));

    assertThat(reply.array("missing").orElseThrow()).hasSize(2);
  }
}
