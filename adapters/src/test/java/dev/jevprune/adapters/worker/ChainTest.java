package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.evaluate.EvaluatorChoice;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.registry.OwnPackage;
import dev.jevprune.bus.registry.Registration;
import dev.jevprune.bus.registry.RegistryStore;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operation with which a shim runs the chain; stages of other packages are shell scripts. */
@Timeout(60)
class ChainTest {

  private static final Digest PROFILE = Digest.ofWellFormed("profile");
  private static final Digest OTHER = Digest.ofWellFormed("other");
  private static final long LONG_MILLIS = 30_000;

  private static final String USER = "{\"role\":\"user\",\"content\":\"go\"}";
  private static final String PROSE = "{\"role\":\"assistant\",\"content\":\"prose\"}";
  private static final String CALLA = call("a");
  private static final String CALLB = call("b");
  private static final String LATER = "{\"role\":\"user\",\"content\":\"more\"}";

  @TempDir Path temp;
  private BusHome bus;
  private RequestHandler handler;
  private String model = "gpt-5";
  private long budgetMillis = LONG_MILLIS;

  @BeforeEach
  void start() throws Exception {
    bus = new BusHome(temp.resolve("bus"));
    handler =
        new RequestHandler(
            temp.resolve("data"),
            Clock.systemUTC(),
            TokenCounter.none(),
            "0.1.0",
            EvaluatorChoice.NONE,
            WorkerFacts.direct(Clock.systemUTC().instant()),
            (where, cause) -> {
              throw new AssertionError(where, cause);
            },
            System.getenv());
    RegistryStore store = new RegistryStore(bus, Clock.systemUTC());
    var own =
        OwnPackage.add(
            Optional.empty(),
            List.of(
                new OwnPackage.Place("pi", PROFILE, "/r/pi", List.of("false")),
                new OwnPackage.Place("pi", OTHER, "/r/other", List.of("false"))),
            false);
    Files.createDirectories(bus.versionFolder());
    Files.write(bus.registry(), own.bytes());
    assertThat(store.load().carrier("pi")).isPresent();
  }

  private void foreign(int priority, String script, String... claims) throws Exception {
    JsonObject stage =
        JsonObject.builder()
            .put("name", "foreign")
            .put("priority", priority)
            .put("claims", texts(claims))
            .put(
                "transport",
                JsonObject.builder()
                    .put("kind", "subprocess-json")
                    .put("argv", texts("sh", "-c", script))
                    .build())
            .build();
    new RegistryStore(bus, Clock.systemUTC())
        .register(
            Registration.parse("other-package", JsonArray.of(stage), JsonObject.EMPTY, false));
  }

  private static JsonArray texts(String... texts) {
    return new JsonArray(Arrays.stream(texts).<Json>map(Json::of).toList());
  }

  private static String call(String id) {
    return "{\"role\":\"assistant\",\"content\":[{\"type\":\"toolCall\",\"id\":\""
        + id
        + "\",\"name\":\"read\"}]}";
  }

  private static String result(String id, String text) {
    return "{\"role\":\"toolResult\",\"toolCallId\":\""
        + id
        + "\",\"content\":[{\"type\":\"text\",\"text\":\""
        + text
        + "\"}],\"isError\":false}";
  }

  private static Json parse(String text) throws Exception {
    return StrictJson.parse(text);
  }

  private JsonObject ask() throws Exception {
    return ask("transform");
  }

  /** A list whose older read our replay leaves out. */
  private JsonObject ask(String mode) throws Exception {
    return handler.handle(
        (JsonObject)
            parse(
                "{\"v\":1,\"id\":1,\"op\":\"chain\",\"host\":\"pi\",\"profile\":\""
                    + PROFILE.hex()
                    + "\",\"session\":\"s\",\"mode\":\""
                    + mode
                    + "\",\"model\":{\"api\":\"\",\"provider\":\"\",\"id\":\""
                    + model
                    + "\"},\"workspace\":\"/w\",\"busHome\":\""
                    + bus.folder()
                    + "\",\"budgetMillis\":"
                    + budgetMillis
                    + ",\"own\":[{\"index\":4,\"witness\":5,\"message\":"
                    + result("a", "[marker]")
                    + "}],\"messages\":["
                    + String.join(
                        ",",
                        USER,
                        PROSE,
                        CALLA,
                        CALLB,
                        result("a", "body"),
                        result("b", "body"),
                        LATER)
                    + "]}"));
  }

  private static List<String> actions(JsonObject reply) {
    return reply.array("notes").orElseThrow().elements().stream()
        .map(note -> (JsonObject) note)
        .map(
            note ->
                note.string("stage").orElse("")
                    + ": "
                    + note.string("action").orElse("")
                    + note.string("detail").map(detail -> ", " + detail).orElse(""))
        .toList();
  }

  private static String own() {
    return OwnPackage.stageName("pi", PROFILE);
  }

  private static String reply(String... messages) {
    return "cat > /dev/null; printf '%s' '{\"ok\":true,\"messages\":["
        + String.join(",", messages)
        + "]}'";
  }

  @Tag("W1")
  @Tag("W39")
  @Test
  void ourStageActsInProcessAndOnlyThatOfTheAskingProfile() throws Exception {
    JsonObject reply = ask();
    assertThat(reply.bool("ok")).contains(true);
    assertThat(reply.has("messages")).as("the list is as the replay left it").isFalse();
    assertThat(actions(reply)).containsExactly(own() + ": repeated reads left out");
  }

  @Test
  void aStageBehindOursSeesOurMarkerAndItsRemovalReachesTheHost() throws Exception {
    foreign(
        200,
        "case $(cat) in *'\"messages\":'*'[marker]'*'\"original_messages\"'*) printf '%s' '"
            + "{\"ok\":true,\"messages\":["
            + String.join(
                ",", USER, CALLA, CALLB, result("a", "[marker]"), result("b", "body"), LATER)
            + "],\"notes\":[{\"action\":\"removed\",\"count\":1}]}';; esac",
        "message-remove");
    JsonObject reply = ask();
    assertThat(reply.get("messages")).contains(parse("[0,2,3,4,5,6]"));
    assertThat(actions(reply))
        .containsExactly(own() + ": repeated reads left out", "foreign: removed");
  }

  @Tag("W34")
  @Test
  void aStageInFrontOfOursRunsFirst() throws Exception {
    foreign(
        50,
        "case $(cat) in *'[marker]'*) exit 1;; esac; "
            + reply(
                USER,
                PROSE.replace("prose", "p"),
                CALLA,
                CALLB,
                result("a", "body"),
                result("b", "body"),
                LATER),
        "assistant-prose");
    JsonObject reply = ask();
    assertThat(reply.get("messages"))
        .contains(
            parse("[0,{\"index\":1,\"message\":" + PROSE.replace("prose", "p") + "},2,3,4,5,6]"));
  }

  @Test
  void whenTheNamedCopyGoesOurOriginalComesBack() throws Exception {
    foreign(200, reply(USER, PROSE, CALLA, result("a", "[marker]"), LATER), "message-remove");
    assertThat(ask().get("messages"))
        .contains(parse("[0,1,2,{\"index\":4,\"message\":" + result("a", "body") + "},6]"));
  }

  @Test
  void aStageThatBreaksItsClaimsChangesNothingAndIsNotAskedAgain() throws Exception {
    foreign(200, reply(USER, LATER), "assistant-prose");
    JsonObject reply = ask();
    assertThat(reply.has("messages")).isFalse();
    assertThat(reply.array("disabled")).contains(texts("foreign"));
    assertThat(actions(ask())).anyMatch(note -> note.startsWith("foreign: skipped"));
    assertThat(status().array("disabled")).as("the doctor can tell").contains(texts("foreign"));
  }

  private JsonObject status() throws Exception {
    return handler.handle((JsonObject) parse("{\"v\":1,\"id\":2,\"op\":\"status\"}"));
  }

  @Test
  void nobodyIsDisabledBeforeAnythingRan() throws Exception {
    assertThat(status().array("disabled")).contains(JsonArray.EMPTY);
  }

  @Test
  void aLateStageLeavesTheListAsTheReplayDid() throws Exception {
    foreign(200, "sleep 600", "assistant-prose");
    budgetMillis = 300;
    JsonObject reply = ask();
    assertThat(reply.has("messages")).isFalse();
    assertThat(actions(reply)).anyMatch(note -> note.startsWith("foreign: passthrough, no reply"));
    budgetMillis = LONG_MILLIS;
    assertThat(actions(ask())).contains("foreign: skipped, late once in this session");
  }

  @Test
  void aLateStageInFrontOfOursDoesNotKeepOursFromActing() throws Exception {
    foreign(50, "sleep 600", "assistant-prose");
    budgetMillis = 300;
    assertThat(ask().has("messages")).isFalse();
  }

  @Test
  void aModelThatBindsSignedThinkingIsNotLetNearOtherStages() throws Exception {
    foreign(200, reply(USER, LATER), "message-remove");
    model = "claude-fable-5-1";
    JsonObject reply = ask();
    assertThat(reply.bool("asked")).contains(false);
    assertThat(reply.has("messages")).isFalse();
  }

  @Tag("W16")
  @Test
  void aRegistryWithAClashLeavesTheListAsTheReplayDid() throws Exception {
    Files.writeString(
        bus.registry(),
        Files.readString(bus.registry())
            .replace(
                "\"stages\":[",
                "\"stages\":[{\"claims\":[\"tool-result:*\"],\"name\":\"x\",\"package\":\"rival\","
                    + "\"priority\":1,\"transport\":{\"argv\":[\"false\"],"
                    + "\"kind\":\"subprocess-json\"}},"));
    JsonObject reply = ask();
    assertThat(reply.has("messages")).isFalse();
    assertThat(actions(reply))
        .singleElement()
        .asString()
        .startsWith("jev-bus: chain-refused")
        .contains("rival")
        .contains(OwnPackage.NAME);
  }

  @Test
  void aPlanChangesNothing() throws Exception {
    foreign(
        200,
        "cat > /dev/null; printf '{\"ok\":true,\"notes\":[{\"action\":\"would\",\"count\":3}]}'",
        "message-remove");
    JsonObject reply = ask("plan");
    assertThat(reply.has("messages")).isFalse();
    assertThat(actions(reply)).contains("foreign: would");
  }

  @Test
  void aHostWithoutAHookHasNoChain() throws Exception {
    JsonObject reply =
        handler.handle(
            JsonObject.builder()
                .put("v", 1)
                .put("id", 1)
                .put("op", "chain")
                .put("host", "codex")
                .put("profile", PROFILE.hex())
                .put("session", "s")
                .build());
    assertThat(reply.bool("ok")).contains(false);
  }
}
